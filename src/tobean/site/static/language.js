// Goes from the root of the site to the pages in the visitor's language.

let chosen = "";
try {
  chosen = localStorage.getItem("tobean language") ?? "";
} catch {
  // Storage may be disabled.
}
const available = [...document.querySelectorAll("a[lang]")].map((link) => link.lang);
const wanted = [chosen, ...navigator.languages.map((tag) => tag.split("-")[0])].find((tag) => available.includes(tag));
location.replace(`${wanted ?? available[0]}/`);
