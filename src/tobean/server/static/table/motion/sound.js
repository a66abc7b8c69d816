// Synthesised sounds of wood, paper and coins. There are no sound files.
import {settings} from "../settings.js";

let context = null;
let master = null;
/** Browsers allow sound only after a first touch or key press. */
let touched = false;

function ready() {
  if (!settings.sound || !touched) return false;
  if (context === null) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  if (context.state === "suspended") context.resume();
  master.gain.value = settings.volume * 0.5;
  return context.state === "running";
}

function tone(pitch, start, length, {type = "sine", gain = 0.4, bend = 1} = {}) {
  const now = context.currentTime + start;
  const voice = context.createOscillator();
  const shape = context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(pitch, now);
  if (bend !== 1) voice.frequency.exponentialRampToValueAtTime(pitch * bend, now + length);
  shape.gain.setValueAtTime(0.0001, now);
  shape.gain.exponentialRampToValueAtTime(gain, now + 0.008);
  shape.gain.exponentialRampToValueAtTime(0.0001, now + length);
  voice.connect(shape).connect(master);
  voice.start(now);
  voice.stop(now + length + 0.02);
}

function rustle(start, length, {low = 1200, high = 5200, gain = 0.25} = {}) {
  const now = context.currentTime + start;
  const frames = Math.ceil(context.sampleRate * length);
  const noise = context.createBuffer(1, frames, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < frames; index += 1) {
    const rest = 1 - index / frames;
    samples[index] = (Math.random() * 2 - 1) * rest * rest;
  }
  const source = context.createBufferSource();
  source.buffer = noise;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(high, now);
  band.frequency.exponentialRampToValueAtTime(low, now + length);
  band.Q.value = 0.8;
  const shape = context.createGain();
  shape.gain.value = gain;
  source.connect(band).connect(shape).connect(master);
  source.start(now);
}

const SOUNDS = {
  card: () => rustle(0, 0.09),
  plant: () => {
    rustle(0, 0.06, {low: 500, high: 2000, gain: 0.3});
    tone(150, 0, 0.13, {bend: 0.6, gain: 0.5});
  },
  coin: () => {
    tone(1568, 0, 0.22, {type: "triangle", gain: 0.22});
    tone(2349, 0.06, 0.3, {type: "triangle", gain: 0.18});
  },
  offer: () => {
    tone(520, 0, 0.09, {type: "triangle", bend: 0.8});
    tone(660, 0.11, 0.12, {type: "triangle", bend: 0.85});
  },
  deal: () => [523, 659, 784].forEach((pitch, index) => tone(pitch, index * 0.07, 0.3, {type: "triangle", gain: 0.25})),
  turn: () => [392, 587].forEach((pitch, index) => tone(pitch, index * 0.14, 0.45, {gain: 0.4})),
  refused: () => tone(190, 0, 0.18, {type: "triangle", bend: 0.7}),
  chat: () => tone(880, 0, 0.12, {gain: 0.2, bend: 1.2}),
  chime: () => [660, 880, 1108, 1320].forEach((pitch, index) => tone(pitch, index * 0.05, 0.35, {gain: 0.15})),
  end: () =>
    [523, 659, 784, 1047].forEach((pitch, index) => tone(pitch, index * 0.13, 0.6, {type: "triangle", gain: 0.25})),
};

export function play(name) {
  if (SOUNDS[name] && ready()) SOUNDS[name]();
}

export function wakeSound() {
  const wake = () => {
    touched = true;
    ready();
  };
  addEventListener("pointerdown", wake, {once: true, capture: true});
  addEventListener("keydown", wake, {once: true, capture: true});
}
