"""Style sheet of the reports, with light and dark colours."""

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--page:#fbfaf6;--ink:#22221e;--soft:#5d5c54;--line:#d8d5c9;--good:#2f6b18;--bad:#a8391a;
--even:#5d5c54;--up:47,107,24;--down:168,57,26}
@media (prefers-color-scheme:dark){:root{--page:#191917;--ink:#eceae2;--soft:#b3b0a4;--line:#3d3c36;--good:#8fd35f;
--bad:#ff9c78;--even:#b3b0a4;--up:143,211,95;--down:255,156,120}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:78rem;margin:0 auto;padding:1rem 1.25rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.25rem;margin:2.5rem 0 .5rem;padding-top:.75rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p{max-width:46rem;margin:.25rem 0 .75rem;overflow-wrap:anywhere}
.plot{display:grid;grid-template-columns:minmax(8rem,20rem) 1fr 4.5rem;gap:0 .75rem;align-items:center;
margin:.5rem 0 1.25rem}
.label{text-align:right;overflow-wrap:anywhere;line-height:1.2;font-size:.9rem}
.figure{font-variant-numeric:tabular-nums;font-size:.9rem}
svg{display:block;overflow:visible}
svg text{fill:var(--soft);font-size:12px}
line{stroke:currentColor;stroke-width:2}
.par{stroke:var(--line);stroke-width:2}
.good{color:var(--good);fill:var(--good)}.bad{color:var(--bad);fill:var(--bad)}.even{color:var(--even);fill:var(--even)}
.scroll{overflow-x:auto;margin:.75rem 0}
.scroll:focus-visible{outline:2px solid var(--good);outline-offset:2px}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding:.25rem 0}
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,.words2 td:nth-child(2),.words2 th:nth-child(2),.words4 td,.words4 th{text-align:left}
.words4 td{white-space:normal}
thead th{color:var(--soft);font-weight:600}
tbody th{font-weight:600}
.tint{display:block;margin:-.3rem -.6rem;padding:.3rem .6rem}
.up{background:rgba(var(--up),var(--tint))}.down{background:rgba(var(--down),var(--tint))}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem 2rem}
figure{margin:0}figcaption{font-size:.9rem;overflow-wrap:anywhere}
@media (max-width:40rem){.plot{grid-template-columns:1fr 4.5rem}.plot>div:empty{display:none}
.label{grid-column:1/-1;text-align:left;margin-top:.35rem}
tbody th{white-space:normal;overflow-wrap:anywhere;min-width:7rem}}
@media print{.scroll{overflow:visible}}
"""
