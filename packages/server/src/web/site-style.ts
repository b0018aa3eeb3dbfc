/** What pages about vulnerabilities have beside the style of every page. Never colour alone: a word says the same. */
export const SITE_STYLE = `
:root { --bad: #a32020; --warn: #8a4b08; --calm: #17598a; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9b8f; --warn: #f0b26b; --calm: #86bfe8; } }
.top form { display: flex; gap: .4rem; margin-left: auto; }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; }
.top nav a { color: inherit; }
input, button, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .6rem; max-width: 100%; }
button { cursor: pointer; border-color: var(--soft); }
.unknown { font-style: italic; color: var(--soft); font-weight: 400; }
.verdict { padding: 2rem 0 1rem; }
.verdict h1 { overflow-wrap: anywhere; }
.verdict .title { font-size: 1.25rem; line-height: 1.4; margin: .5rem 0 0; max-width: 46rem; overflow-wrap: anywhere; }
.verdict .sentence { font-size: 1.125rem; margin: .9rem 0 0; color: var(--soft); max-width: 46rem; }
.state { display: inline-block; font: 650 .8125rem/1 var(--sans); letter-spacing: .04em; text-transform: uppercase; border: 1.5px solid currentColor; border-radius: 999px; padding: .35rem .7rem; margin: 0 0 .8rem; color: var(--good); }
.state.rejected, .state.withdrawn { color: var(--bad); }
.state.partial, .state.reserved, .state.awaiting_ingest, .state.unknown-id { color: var(--warn); }
.past { background: var(--code); border-left: 3px solid var(--mark); padding: .6rem .9rem; margin: 1rem 0 0; }
.facts6 { display: grid; gap: 1px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin: 1rem 0 2rem; }
.facts6 > div { background: var(--card); padding: .9rem 1.1rem; min-width: 0; }
.facts6 dt { font-size: .8125rem; color: var(--soft); margin-bottom: .25rem; }
.facts6 dd { margin: 0; }
.facts6 strong { font-size: 1.25rem; text-transform: capitalize; }
.facts6 small { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.45; overflow-wrap: anywhere; }
.facts6 small code { font-size: .75rem; }
.sev.critical, .sev.high, .bad { color: var(--bad); }
.sev.medium { color: var(--warn); }
.sev.low, .sev.none { color: var(--calm); }
.spark { vertical-align: middle; color: var(--link); }
.description p { max-width: 46rem; white-space: pre-line; overflow-wrap: anywhere; }
.plain { list-style: none; margin: 0 0 1rem; padding: 0; }
.plain > li { margin: 0 0 .35rem; overflow-wrap: anywhere; }
.actions { padding-left: 1.3rem; max-width: 46rem; }
.actions li { margin-bottom: .5rem; overflow-wrap: anywhere; }
section > h3 { margin: 1.75rem 0 .6rem; }
details.proof, details.more, details.former { margin-top: .4rem; }
details.proof { border: 0; }
details.proof > summary { padding: 0; font-size: .875rem; }
details.former { padding: 0 1rem 1rem; }
dl.proof { margin: .4rem 0 0; font-size: .875rem; }
dl.proof dt { color: var(--soft); }
dl.proof dd { margin: 0 0 .4rem; overflow-wrap: anywhere; }
.affected td:first-child, .side-by-side th[scope=row] { min-width: 8rem; }
.side-by-side td { min-width: 11rem; overflow-wrap: anywhere; }
.drawing { border: 0; background: none; margin-bottom: .75rem; }
.timeline { color: var(--link); display: block; max-width: none; }
.timeline text { font: 12px var(--sans); fill: var(--ink); }
.asof { margin: 1.25rem 0 .75rem; }
.conflicts { padding-left: 1.2rem; }
.conflicts li { margin-bottom: .8rem; overflow-wrap: anywhere; }
.claim { display: inline-block; margin-right: .6rem; }
.assessment li { margin-bottom: .5rem; max-width: 46rem; }
.big-search { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.5rem 0 2rem; }
.big-search input { flex: 1 1 18rem; font-size: 1.125rem; padding: .6rem .9rem; }
.big-search button { font-size: 1.125rem; padding: .6rem 1.2rem; }
.promises + p { margin-top: 2rem; }
.big-search label { align-self: center; }
.results { list-style: none; margin: 1.5rem 0; padding: 0; }
.results li { border-top: 1px solid var(--line); padding: 1rem 0; overflow-wrap: anywhere; }
.results h2, .results h3 { all: unset; font-weight: 650; }
.results p { margin: .3rem 0 0; }
mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; text-decoration-thickness: .1em; text-underline-offset: .15em; }
@media (max-width: 40rem) {
  .top form { margin-left: 0; width: 100%; } .top form input { flex: 1; }
  .side-by-side { display: table; } .side-by-side tbody { display: table-row-group; } .side-by-side tr { display: table-row; }
  .side-by-side thead { position: static; width: auto; height: auto; overflow: visible; clip-path: none; display: table-header-group; }
  .side-by-side td, .side-by-side th { display: table-cell; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
}
@media print { .top form, .asof, .report { display: none; } details > *:not(summary) { display: block; } .facts6 { break-inside: avoid; } :root { --bad: #000; --warn: #000; --calm: #000; } }
`;
