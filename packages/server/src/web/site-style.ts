/** For pages about vulnerabilities. No colour is used without a word. */
export const SITE_STYLE = `
:root { --bad: #a32020; --warn: #8a4b08; --calm: #17598a; --bad-wash: #fbe9e7; --warn-wash: #fbeed9; --calm-wash: #e6f0f8; --good-wash: #e2f2ee; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9b8f; --warn: #f0b26b; --calm: #86bfe8; --bad-wash: #3b2022; --warn-wash: #37291a; --calm-wash: #1a2c3c; --good-wash: #17302c; } }
input, button, select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .6rem; max-width: 100%; }
button { cursor: pointer; border-color: var(--soft); }
button:hover { border-color: var(--mark); }
button.primary { background: var(--ink); color: var(--paper); border-color: var(--ink); font-weight: 600; }
input::placeholder { color: var(--soft); opacity: 1; }
.unknown { font-style: italic; color: var(--soft); font-weight: 400; }
.verdict { padding: 2rem 0 1rem; }
.verdict h1 { overflow-wrap: anywhere; }
.verdict .title { font-size: 1.25rem; line-height: 1.4; margin: .5rem 0 0; max-width: 46rem; overflow-wrap: anywhere; }
.verdict .sentence { font-size: 1.125rem; margin: .9rem 0 0; color: var(--soft); max-width: 46rem; }
.verdict .sentence + p { margin-top: .75rem; }
.state { display: inline-block; font: 650 .8125rem/1 var(--sans); letter-spacing: .04em; text-transform: uppercase; border: 1.5px solid currentColor; border-radius: 999px; padding: .35rem .7rem; margin: 0 0 .8rem; color: var(--good); }
.state.published { color: var(--soft); }
.state.rejected, .state.withdrawn { color: var(--bad); }
.state.partial, .state.reserved, .state.awaiting_ingest, .state.unknown-id { color: var(--warn); }
.past { background: var(--code); border-left: 3px solid var(--mark); padding: .6rem .9rem; margin: 1rem 0 0; max-width: none; }
.facts6 { display: grid; gap: 1px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin: 0; }
.facts6 > div { box-shadow: 0 0 0 1px var(--line); padding: .8rem 1.1rem; min-width: 0; }
.facts6 dt { font-size: .8125rem; color: var(--soft); margin-bottom: .25rem; }
.facts6 dd { margin: 0; }
.facts6 strong { font-size: 1.25rem; display: inline-block; } .facts6 strong::first-letter { text-transform: uppercase; }
.facts6 small { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.45; overflow-wrap: anywhere; }
.facts6 small code { font-size: .75rem; } .facts6 .plain { margin: 0; } .facts6 .copy pre { margin: 0; }
.sev.critical, .sev.high, .bad { color: var(--bad); }
.sev.medium { color: var(--warn); }
.sev.low, .sev.none { color: var(--calm); }
.chip { display: inline-block; font: 650 .75rem/1 var(--sans); letter-spacing: .02em; border: 1px solid transparent; border-radius: 999px; padding: .28rem .55rem; white-space: nowrap; vertical-align: .08em; }
.chip.critical { background: var(--bad); color: var(--card); }
.chip.high, .chip.bad { background: var(--bad-wash); color: var(--bad); }
.chip.medium, .chip.warn { background: var(--warn-wash); color: var(--warn); }
.chip.low, .chip.calm { background: var(--calm-wash); color: var(--calm); }
.chip.good { background: var(--good-wash); color: var(--good); }
.chip.none, .chip.unrated { border: 1px dashed var(--soft); color: var(--soft); font-weight: 500; }
.description p { max-width: 46rem; white-space: pre-line; overflow-wrap: anywhere; }
td a[href^="/CVE-"], .results a[href^="/CVE-"] { white-space: nowrap; }
.plain { list-style: none; margin: 0 0 1rem; padding: 0; }
.plain > li { margin: 0 0 .35rem; overflow-wrap: anywhere; }
.actions { padding-left: 1.3rem; max-width: 46rem; }
.actions li { margin-bottom: .5rem; overflow-wrap: anywhere; }
section > h3 { margin: 1.75rem 0 .6rem; }
details.proof, details.more { margin-top: .4rem; }
details.proof { border: 0; }
details.proof > summary { padding: 0; font-size: .875rem; }
dl.proof { margin: .4rem 0 0; font-size: .875rem; }
dl.proof dt { color: var(--soft); }
dl.proof dd { margin: 0 0 .4rem; overflow-wrap: anywhere; }
.affected td:first-child, .side-by-side th[scope=row] { min-width: 8rem; }
.side-by-side td { min-width: 11rem; overflow-wrap: anywhere; }
.drawing { border: 0; background: none; margin-bottom: .75rem; }
.timeline { color: var(--link); display: block; max-width: none; }
.timeline text { font: 12px var(--sans); fill: var(--ink); } .spark { margin: 0 0 .5rem; color: var(--link); } .spark svg { display: block; width: 100%; height: 8rem; border-bottom: 1px solid var(--line); } .spark figcaption { display: flex; justify-content: space-between; font-size: .75rem; color: var(--soft); padding-top: .2rem; }
.stretched { min-width: 30rem; width: calc(100% - 15rem); margin: 0 15rem 0 6px; overflow: visible; }
.asof { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin: 1.25rem 0 .75rem; }
.asof label { display: flex; align-items: center; gap: .5rem; min-width: 0; } .asof input { width: 11rem; min-width: 0; }
@media (min-width: 40.01rem) { td.name { min-width: 11rem; } }
.assessment li { margin-bottom: .5rem; max-width: 46rem; }
.big-search { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.5rem 0 2rem; }
.big-search input { flex: 1 1 18rem; font-size: 1.125rem; padding: .6rem .9rem; }
.big-search button { font-size: 1.125rem; padding: .6rem 1.2rem; }
.big-search .primary { border-radius: 8px; }
.doors { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.doors li { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .85rem 1.05rem; }
.doors li:hover { border-color: var(--soft); }
.doors a { display: block; font-weight: 650; text-decoration: none; } .doors a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
.doors span { color: var(--soft); font-size: .875rem; line-height: 1.45; display: block; }
.doors + .note { margin-top: 1rem; }
.home > .verdict { padding: 1.4rem 0 0; } .home h1 { font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.1rem); } .home .big-search { margin: 1.1rem 0 0; }
.home-drop { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; border: 2px dashed var(--line); border-radius: 10px; background: var(--card); padding: .6rem .9rem; margin: .8rem 0 0; }
.home-drop.over { border-color: var(--mark); border-style: solid; } .home-drop p { margin: 0; } .home-drop [hidden], #home-status:empty { display: none !important; }
.home-drop .button { display: inline-block; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink); padding: .25rem .8rem; margin-left: .6rem; line-height: 1.4; text-decoration: none; cursor: pointer; } .home-drop .button:hover { border-color: var(--mark); }
#home-file { position: absolute; width: 1px; height: 1px; opacity: 0; overflow: hidden; } #home-file:focus-visible + label { outline: 2px solid var(--mark); outline-offset: 2px; }
.news h2 { font-size: 1.25rem; border: 0; padding: 0; margin: 1.75rem 0 .3rem; } .news .results { margin: 0 0 .5rem; } .news .results li { padding: .75rem 0; }
.news aside { display: grid; gap: 1rem; align-content: start; margin-top: 1.75rem; font-size: .9375rem; } .news aside h2 { font-size: 1rem; margin: 0 0 .4rem; } .news .box li:not(:last-child) { margin-bottom: .7rem; }
.news .doors { gap: 0; grid-template-columns: 1fr; background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--mark); border-radius: 10px; } .news .doors li { border: 0; border-radius: 0; background: none; padding: .6rem 1.05rem; } .news .doors li + li { border-top: 1px solid var(--line); }
@media (min-width: 62rem) { .news { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 3rem; align-items: start; } }
@media (scripting: enabled) { #compare-off { display: none; } } @media (scripting: none) { .compare { display: none; } }
.compare { border: 2px dashed var(--line); border-radius: 10px; background: var(--card); padding: 1rem 1.2rem; margin: 0 0 1rem; } .compare.over { border-color: var(--mark); border-style: solid; } .compare form { display: grid; gap: .4rem .6rem; grid-template-columns: minmax(0, 1fr) auto; align-items: end; } .compare form label { grid-column: 1 / -1; font-size: .875rem; color: var(--soft); } .compare textarea { font: .8125rem/1.5 var(--mono); color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .7rem; resize: vertical; min-width: 0; } input::file-selector-button { font: inherit; color: inherit; background: var(--code); border: 1px solid var(--soft); border-radius: 6px; padding: .2rem .7rem; margin-right: .7rem; cursor: pointer; } #compare-result h2 { border: 0; padding: 0; margin-top: 1rem; } #compare-result section { margin-top: 1.5rem; }
.promise { margin: 0; display: grid; gap: .5rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); } .promise dt { font-weight: 650; } .promise dd { margin: 0 0 .6rem; color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; align-items: flex-end; gap: .6rem; margin: 1.25rem 0; } .filters select { max-width: 9rem; }
.filters label { display: grid; gap: .2rem; font-size: .8125rem; color: var(--soft); }
.filters input, .filters select, .filters button { font-size: 1rem; height: 2.6rem; color: var(--ink); }
.filters .primary { color: var(--paper); padding-inline: 1.2rem; }
.filters .wide { flex: 1 1 9rem; } .filters .wide input { width: 100%; }
.search .filters { margin: 1.25rem 0 .75rem; } .search details .filters { margin: 0; padding: 0 .9rem 1rem; } .search details input { width: 9.5rem; } .search { margin-bottom: 1.5rem; } .help h2 { font-size: 1.125rem; margin: 0 0 .6rem; padding: 0; border: 0; } .help li { margin-bottom: .55rem; }
.tally { list-style: none; display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1rem; padding: 0; } .tally li { flex: 1 1 9rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .6rem .9rem; line-height: 1.35; } .tally strong { display: block; font-size: 1.375rem; line-height: 1.2; font-variant-numeric: tabular-nums; } .tally a { text-decoration: none; color: inherit; } .tally a:hover { text-decoration: underline; } .tally small { color: var(--soft); display: block; }
.board { font-size: .8125rem; line-height: 1.35; } .issues { min-width: 66rem; } .board .note { font-size: .75rem; } .board th, .board td { padding: .42rem .4rem; white-space: nowrap; vertical-align: middle; } .board thead th { vertical-align: bottom; font-size: .75rem; }
.board th[scope=row] { position: sticky; left: 0; background: var(--card); color: inherit; font-size: inherit; } .board tr:last-child > th { border-bottom: 0; } .board .closed { color: var(--soft); }
.issues td:nth-child(2) { max-width: 8.5rem; overflow: hidden; text-overflow: ellipsis; } .issues td:nth-child(5) { text-align: right; font-variant-numeric: tabular-nums; }
.board .mark { text-align: center; } .board th.mark { white-space: normal; overflow-wrap: normal; min-width: 3.9rem; font-size: .6875rem; line-height: 1.2; } .board .chip { font-size: .6875rem; padding: .2rem .45rem; }
.nowrap { white-space: nowrap; } .call + .note { margin: .5rem 0 0; } details.more + .note { margin-top: .75rem; }
.tick { font-weight: 700; } .tick.good { color: var(--good); } .tick.bad { color: var(--bad); } .tick.unknown { color: var(--soft); }
.trouble { background: var(--warn-wash); border-left: 3px solid var(--warn); border-radius: 0 8px 8px 0; padding: .9rem 1.2rem; margin: 0 0 1.5rem; } .trouble h2 { all: unset; display: block; font-weight: 650; margin-bottom: .3rem; } .trouble ul { margin: 0; }
.results { list-style: none; margin: 1.5rem 0; padding: 0; }
.results li { border-top: 1px solid var(--line); padding: 1rem 0; overflow-wrap: anywhere; }
.results h2, .results h3 { all: unset; font-weight: 650; }
.results p { margin: .3rem 0 0; }
mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; text-decoration-thickness: .1em; text-underline-offset: .15em; }
@media (max-width: 40rem) {
  .facts6 { grid-template-columns: 1fr 1fr; } .cve .facts6 > :nth-child(-n + 2) { grid-column: 1 / -1; }
  .filters label { flex: 1 1 6.5rem; } .filters .wide { flex-basis: 100%; } .filters button { flex: 1; } .filters select { width: 100%; }
  .big-search button { width: 100%; }
  .board, .matrix, .side-by-side { display: table; } :is(.board, .matrix, .side-by-side) tbody { display: table-row-group; } :is(.board, .matrix, .side-by-side) tr { display: table-row; }
  :is(.board, .matrix, .side-by-side) thead { position: static; width: auto; height: auto; overflow: visible; clip-path: none; display: table-header-group; }
  :is(.board, .matrix, .side-by-side) :is(td, th) { display: table-cell; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
}
@media print { .asof, .report, .filters, .big-search, .home-drop, .doors { display: none; } details > *:not(summary) { display: block; } .facts6 { break-inside: avoid; } .chip { background: none !important; color: #000 !important; border: 1px solid #000; } :root { --bad: #000; --warn: #000; --calm: #000; } }
`;
