/** The style of `/docs`. The content policy of that page names its hash. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#26221a;--dim:#544d41;--rule:#ddd6c8;--accent:#6b3f0c;--card:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#1b1a17;--ink:#eee8da;--dim:#c8c0ae;--rule:#3d3930;--accent:#e8b873;--card:#24221e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1240px;padding:16px 20px 48px;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 32px}
header{grid-column:1/-1;max-width:50rem}
h1{font-size:1.5rem;margin:.2rem 0 .6rem}
h2{font-size:1.3rem;margin:1.6rem 0 .4rem}
h3{font-size:1.05rem;margin:0 0 .4rem}
h4{font-size:.95rem;margin:.9rem 0 .3rem}
p{margin:.4rem 0}
a{color:var(--accent)}
code,pre{font:.92em ui-monospace,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
td:first-child code{overflow-wrap:normal}
pre{background:var(--paper);border:1px solid var(--rule);border-radius:6px;padding:.5rem .7rem;white-space:pre-wrap}
nav{position:sticky;top:12px;align-self:start;max-height:96vh;overflow:auto;font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{margin:0 0 .6rem}
nav ul ul li{padding:.16rem 0}
nav>ul>li{font-weight:600}
nav a{font-weight:400;text-decoration:none}
nav a:hover{text-decoration:underline}
article{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:.8rem 1rem;margin:0 0 14px;scroll-margin-top:12px}
article:target{border-color:var(--accent)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--rule)}
th{color:var(--dim);font-weight:600}
td:first-child{min-width:8.5rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:800px){body{display:block;padding:12px 12px 40px}nav{position:static;max-height:none}th,td{padding-right:.5rem}td:first-child{min-width:0}}
@media print{body{display:block}nav,pre{display:none}article{border:0;padding:0}tr{break-inside:avoid}h2,h3,h4{break-after:avoid}}
`;
