/** How ruling sheets look. */
import { boardStyle } from '../picture/drawing.js';

/** The style of a sheet, on its own page or on another. */
export const SHEET_STYLE = `.sheet{box-sizing:border-box;font:11pt/1.4 serif;color:#000;background:#fff;max-width:186mm;margin:0 auto;padding:1rem}
.sheet h1{font-size:16pt;margin:0 0 .6rem;overflow-wrap:anywhere}
.sheet h2{font-size:11pt;margin:.8rem 0 .2rem;text-transform:uppercase;letter-spacing:.05em}
.sheet p{margin:.2rem 0;overflow-wrap:anywhere}
.sheet section,.sheet figure,.sheet footer{break-inside:avoid}
.sheet dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(70mm,100%),1fr));gap:.1rem 2rem;margin:0}
.sheet dl div{display:flex;gap:.5rem;border-bottom:.5pt solid #bbb}
.sheet dt{color:#444;flex:none}
.sheet dd{margin:0;overflow-wrap:anywhere}
.sheet .boards{display:flex;flex-wrap:wrap;gap:6mm;margin-top:.8rem}
.sheet figure{margin:0;flex:1 1 50mm;max-width:86mm}
.sheet figure svg{width:100%;height:auto}
.sheet figcaption{text-align:center}
.sheet .boards table{flex:1 1 60mm;width:auto;align-self:start;font-size:10pt}
.sheet .boards :is(td,thead th){text-align:right;padding-right:0;padding-left:.5rem}
.sheet a{color:inherit}
.sheet .marks{font-size:9pt;color:#444}
.sheet table{border-collapse:collapse;width:100%}
.sheet th,.sheet td{border-bottom:.5pt solid #bbb;padding:.1rem .5rem .1rem 0;text-align:left;font-weight:normal;color:#000;background:none}
.sheet thead th{color:#444}
.sheet .applied{font-weight:bold}
.sheet .blank{border-bottom:.5pt solid #000;height:1.6rem}
.sheet footer{display:flex;gap:8mm;margin-top:2.4rem}
.sheet footer p{flex:1;border-top:.5pt solid #000;padding-top:.2rem}
@media print{.sheet{max-width:none;padding:0}.sheet+.sheet{break-before:page}}`;

/** The style of a sheet that is a document of its own. */
export const SHEET_DOCUMENT_STYLE = `@page{size:A4;margin:16mm}body{margin:0}\n${SHEET_STYLE}\n${boardStyle('light')}`;
