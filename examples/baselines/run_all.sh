#!/usr/bin/env bash
# Trains and measures all baselines and collects their curves.
#
#     examples/baselines/run_all.sh [OUT] [MINUTES]      # OUT: runs; MINUTES: limit of each training, 8
#
# PYTHON (python3), DEVICE (cuda if there is one), JOBS (all cores) and GAMES (1000, to clone from) come from the
# environment. It needs PyTorch and NumPy, no network, and takes the package from src/ if it is not installed. With fewer
# cores than jobs it takes longer, and the trainings stop at the limit with fewer steps.
set -eu
cd "$(dirname "$0")/../.."
OUT=${1:-runs}
MINUTES=${2:-8}
PYTHON=${PYTHON:-python3}
CORES=$(nproc)  # before OMP_NUM_THREADS, which changes the answer of nproc
JOBS=${JOBS:-$CORES}
GAMES=${GAMES:-1000}
DEVICE=${DEVICE:-$("$PYTHON" -c 'import torch; print("cuda" if torch.cuda.is_available() else "cpu")')}
HERE=examples/baselines
"$PYTHON" -c 'import tobean.research.environments.parallel' 2> /dev/null || export PYTHONPATH="$PWD/src${PYTHONPATH:+:$PYTHONPATH}"
export OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
mkdir -p "$OUT"

jobs() {
    # Cloning first: the last training continues from the clone.
    echo "$PYTHON $HERE/behaviour_cloning.py --games $GAMES --device $DEVICE --workers 2 --out $OUT/cloning > $OUT/cloning.log 2>&1;" \
        "$PYTHON $HERE/ppo_population.py --device $DEVICE --minutes $(awk "BEGIN { print $MINUTES * 0.6 }")" \
        "--start $OUT/cloning/policy.pt --rate 1e-4 --out $OUT/population-cloned > $OUT/population-cloned.log 2>&1"
    echo "$PYTHON $HERE/ppo_population.py --device $DEVICE --minutes $MINUTES --out $OUT/population > $OUT/population.log 2>&1"
    echo "$PYTHON $HERE/ismcts.py --workers 2 --minutes $(awk "BEGIN { print $MINUTES / 4 }") --out $OUT/ismcts > $OUT/ismcts.log 2>&1"
    for algorithm in ippo mappo; do
        for reward in thalers margin win welfare; do
            echo "$PYTHON $HERE/ppo_selfplay.py --algorithm $algorithm --reward $reward --device $DEVICE" \
                "--minutes $MINUTES --out $OUT/$algorithm-$reward > $OUT/$algorithm-$reward.log 2>&1"
        done
    done
    for algorithm in ippo mappo; do  # small nets: faster on the processor
        for reward in thalers welfare; do
            for seed in 1 2 3; do
                echo "$PYTHON $HERE/ppo_selfplay.py --variant $HERE/tiny.toml --algorithm $algorithm --reward $reward" \
                    "--seed $seed --steps 2000000 --minutes $(awk "BEGIN { print $MINUTES / 4 }") --hidden 64 --deals 0" \
                    "--measurements 8 --out $OUT/tiny-$algorithm-$reward-$seed > $OUT/tiny-$algorithm-$reward-$seed.log 2>&1"
            done
        done
    done
}

started=$(date +%s)
# A failed baseline leaves its log and does not stop the others.
jobs | tr '\n' '\0' | xargs -0 -P "$JOBS" -I {} bash -c '{} || echo "failed: {}"'
echo "all baselines: $(($(date +%s) - started)) s on $CORES cores, $DEVICE" | tee "$OUT/time.txt"
tar czf "$OUT/curves.tgz" -C "$OUT" $(cd "$OUT" && ls -d */*.csv */*.json ./*.log ./time.txt tiny-*/policy.pt 2>/dev/null)
tar czf "$OUT/policies.tgz" -C "$OUT" $(cd "$OUT" && ls -d cloning/policy.pt population*/policy.pt 2>/dev/null) || true
