/** The few pages that the server writes itself: plain HTML, no scripts, light and dark, printable. */

/** Text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1d222b;--soft:#5b6472;--line:#d7dbe2;--paper:#fff;--well:#f1f3f6;--accent:#3350c4}
@media (prefers-color-scheme:dark){:root{--ink:#dcdfe5;--soft:#989eaa;--line:#3d424d;--paper:#17191e;--well:#23262d;--accent:#8fa2ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:2px solid var(--line)}
h3{font-size:1rem;margin:1.75rem 0 .25rem;overflow-wrap:anywhere}h4{font-size:.85rem;margin:.75rem 0 .25rem;color:var(--soft);font-weight:600}
p{margin:.25rem 0 .75rem}a{color:var(--accent)}
code,.method{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:.9em}
.method{display:inline-block;min-width:3.8em;font-weight:700;color:var(--accent)}
.note{color:var(--soft);font-size:.85rem}
nav ul{columns:3 14rem;padding:0;list-style:none;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.85rem}
th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{color:var(--soft);font-weight:600}td:first-child{width:34%}td:nth-child(3){white-space:nowrap}
section{break-inside:avoid-page}
@media print{body{font-size:10pt}main{max-width:none;padding:0}nav{display:none}h2{break-before:auto}a{color:inherit;text-decoration:none}}
`

/** A whole page. `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`
}
