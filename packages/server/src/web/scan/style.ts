/** No colour is used without a word. */
export const SCAN_STYLE = `
/* Its room is kept until the script has come, so that nothing moves; where it does not come, the words about that do. */
@media (scripting: enabled) {
  #scan[hidden] { display: block !important; visibility: hidden; }
  #scan-off { position: absolute; visibility: hidden; animation: late 0s 5s forwards; }
}
@keyframes late { to { position: static; visibility: visible; } }
.answers { border: 0; margin: 1rem 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(2, minmax(0, 1fr)); min-width: 0; }
.answers legend { font-weight: 600; padding: 0; margin-bottom: .5rem; }
.answer { display: grid; grid-template-columns: auto minmax(0, 1fr); align-content: start; gap: .15rem .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .85rem 1.05rem; cursor: pointer; }
.answer input { margin: .35rem 0 0; accent-color: var(--mark); } .answer .note { grid-column: 2; line-height: 1.45; }
.answer:hover { border-color: var(--soft); } .answer:has(:checked) { border-color: var(--mark); box-shadow: inset 0 0 0 1px var(--mark); }
.refused { margin: 0 0 1rem; } #answered-by { max-width: none; }
.drop { position: relative; border: 2px dashed var(--line); border-radius: 14px; background: var(--card); padding: 2.25rem 1.5rem 1.5rem; text-align: center; margin: 1rem 0 1.5rem; transition: border-color .15s, background-color .15s; }
.drop:hover, .drop:focus-within { border-color: var(--soft); }
.drop.over { border-color: var(--mark); border-style: solid; background: var(--code); }
.drop > svg { color: var(--mark); }
.drop-title { font-size: 1.375rem; font-weight: 650; letter-spacing: -.01em; margin: .4rem auto .8rem; }
.drop-ways { display: flex; flex-wrap: wrap; justify-content: center; gap: .6rem; margin: 0 auto 1.1rem; }
.paste { display: grid; gap: .4rem .6rem; grid-template-columns: minmax(0, 1fr) auto; align-items: end; max-width: 44rem; margin: 0 auto 1.1rem; text-align: start; } .paste label { grid-column: 1 / -1; font-size: .875rem; color: var(--soft); } .paste textarea { width: 100%; min-width: 0; resize: vertical; font: .8125rem/1.5 var(--mono); color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .7rem; } .drop.small .paste { display: none; }
.drop .note { margin: 0 auto; max-width: 44rem; }
.drop.small { padding: .8rem 1.25rem; display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.25rem; text-align: start; margin-bottom: 1rem; }
.drop.small > svg { width: 30px; height: 30px; }
.drop.small > .drop-title { font-size: 1rem; margin: 0 auto 0 0; }
.drop.small > #kinds, .drop.small .examples { display: none; } .examples { align-items: center; } .examples .note { margin: 0; }
.drop.small .drop-ways { margin: 0; }
.drop.small .button { background: var(--card) !important; color: var(--ink) !important; font-weight: 400; padding: .35rem .8rem; }
.drop.small details.key { margin: 0; }
.drop.small details.key[open] { flex: 1 1 100%; min-width: 0; }
.drop.small details.key p { margin: .5rem 0 0; }
#choose { position: absolute; width: 1px; height: 1px; opacity: 0; overflow: hidden; }
.button, .drop button, .row button { display: inline-block; border-radius: 8px; padding: .5rem 1rem; border: 1px solid var(--soft); background: var(--card); cursor: pointer; font: inherit; line-height: 1.4; }
.primary { background: var(--ink) !important; color: var(--paper) !important; border-color: var(--ink) !important; font-weight: 600; }
#choose:focus-visible + label { outline: 2px solid var(--mark); outline-offset: 2px; }
button:hover, .button:hover { border-color: var(--mark); }
button:disabled { opacity: .5; cursor: default; }
details.key { border: 0; margin-top: .6rem; }
details.key summary { display: inline-block; padding: .2rem .4rem; font-size: .875rem; }
details.key p { margin: .5rem auto 0; }
#key { width: 22rem; max-width: 100%; -webkit-text-security: disc; }
.progress { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.progress p { margin: 0; max-width: none; }
#status { font-weight: 600; }
.progress .head > :last-child { margin-left: auto; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
progress { display: block; width: 100%; height: .6rem; margin: .7rem 0; border: 0; border-radius: 999px; background: var(--code); accent-color: var(--mark); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--code); border-radius: 999px; }
progress::-webkit-progress-value { background: var(--mark); border-radius: 999px; transition: inline-size .2s; }
progress::-moz-progress-bar { background: var(--mark); border-radius: 999px; }
.progress:has(#bar[hidden]) .counts { display: none; }
.counts { display: flex; flex-wrap: wrap; gap: .2rem 1.75rem; margin: .4rem 0 0; font-size: .875rem; }
.counts div { display: flex; gap: .45rem; }
.counts dt { color: var(--soft); } .counts dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem .9rem; margin: 0; max-width: none; }
.row button { padding: .35rem .8rem; }
.row label { display: inline-flex; align-items: center; gap: .4rem; font-size: .9375rem; }
.files > li { display: flex; flex-wrap: wrap; gap: .15rem .8rem; align-items: baseline; padding: .5rem .2rem; border-bottom: 1px solid var(--line); margin: 0; }
.files > li:last-child { border-bottom: 0; }
.files details { flex-basis: 100%; border: 0; }
.files summary { padding: 0; font-size: .875rem; }
.files details ul { margin: .4rem 0 .2rem; padding-left: 1.2rem; font-size: .875rem; color: var(--soft); }
.files .bad { flex-basis: 100%; }
#headline.warn { color: var(--warn); }
#result > h2 { margin: 1.25rem 0 .3rem; padding: 0; border: 0; text-wrap: balance; }
.advice { font-size: 1.125rem; margin: 0 0 1rem; max-width: none; min-height: 1.6em; }
.plan { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--mark); border-radius: 12px; padding: 1rem 1.2rem; margin: 0 0 1.1rem; }
.plan h2 { font-size: 1.125rem; margin: 0 0 .6rem; padding: 0; border: 0; } .plan > :last-child { margin-bottom: 0; } .plan .copy pre { max-height: 20rem; overflow-y: auto; }
.steps { margin: .8rem 0; padding-left: 1.4rem; } .steps li { margin-bottom: .4rem; overflow-wrap: anywhere; } .steps .note { display: block; }
.names { columns: 14rem; margin: .4rem 0 0; padding: 0; list-style: none; font-size: .875rem; } .names li { overflow-wrap: anywhere; break-inside: avoid; }
.tiles { border: 0; margin: 0 0 1.1rem; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(5, minmax(0, 1fr)); }
.tiles legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tile { position: relative; display: grid; align-content: start; gap: .1rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .85rem 1.05rem; cursor: pointer; min-width: 0; }
.tile input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; margin: 0; cursor: pointer; }
.tile strong { font-size: 1.875rem; line-height: 1.15; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tile span { font-weight: 600; }
.tile small { color: var(--soft); font-size: .8125rem; line-height: 1.4; }
.tile:hover { border-color: var(--soft); }
.tile:has(:checked) { border-color: var(--mark); box-shadow: inset 0 0 0 1px var(--mark); }
.tile:has(:focus-visible) { outline: 2px solid var(--mark); outline-offset: 2px; }
.tile.affected strong, .is-affected { color: var(--bad); }
.tile.unknown, .unknown-tile { font-style: normal; color: inherit; }
.tile.unknown strong, .is-unknown { color: var(--warn); }
.tile.not_affected strong, .is-not_affected, .tile.none_known strong, .is-none_known { color: var(--good); }
.tile.zero strong { color: var(--soft); }
.why { margin-bottom: 1.1rem; background: var(--card); }
.why ul { padding: 0 .875rem; margin: 0 0 .6rem; }
.why strong { font-variant-numeric: tabular-nums; }
.tools { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .8rem 1.5rem; margin-bottom: .8rem; }
#words { width: 11rem; }
.scanned { table-layout: fixed; }
.scanned th:nth-child(1) { width: 22%; } .scanned th:nth-child(2) { width: 8.5rem; } .scanned th:nth-child(4) { width: 20%; }
.scanned td { overflow-wrap: anywhere; }
.scanned .pkg { font-weight: 650; }
.scanned .ver { font-family: var(--mono); font-size: .875em; }
.word { font-weight: 650; }
.findings { list-style: none; margin: 0; padding: 0; }
.findings li + li { margin-top: .55rem; }
.findings .note { display: block; line-height: 1.45; }
.pill { display: inline-block; font: 650 .6875rem/1 var(--sans); letter-spacing: .04em; text-transform: uppercase; border: 1px solid currentColor; border-radius: 999px; padding: .22rem .5rem; margin-left: .35rem; vertical-align: .1em; white-space: nowrap; }
.pill.none { color: var(--soft); } .pill.warn { color: var(--warn); }
.scanned details.more { border: 0; margin-top: .5rem; }
.scanned details.more > summary { padding: 0; font-size: .875rem; }
.scanned details.more > ul { margin-top: .55rem; }
.where { font-size: .875rem; color: var(--soft); }
.where code { font-size: .8125rem; }
.evidence { border-left: 3px solid var(--line); padding-left: .9rem; margin: .5rem 0 .3rem; font-size: .875rem; }
.evidence > p { margin: 0 0 .5rem; }
.evidence h3 { font-size: .9375rem; margin: .8rem 0 .2rem; }
.pager { justify-content: center; margin: 1rem 0 0; }
.coverage { margin-top: 1.5rem; font-size: .875rem; color: var(--soft); }
.coverage p { max-width: none; }
.without { margin-top: 3rem; }
.without pre { margin-bottom: 1rem; }
@media (max-width: 48rem) { .answers { grid-template-columns: minmax(0, 1fr); } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tools { flex-direction: column; } }
@media (max-width: 40rem) {
  .drop { padding: 1.5rem 1rem 1rem; }
  .tile { padding: .7rem .85rem; } .tile strong { font-size: 1.5rem; }
  .scanned tr { padding: .8rem .875rem; }
  .scanned .where { margin-top: .5rem; }
  #words { width: 9rem; }
}
@media (prefers-reduced-motion: reduce) { .drop, progress::-webkit-progress-value { transition: none; } }
@media print {
  .drop, .answers, .files, .progress, .tools, .pager, .without, .hint, .copier, #saved, .scanned details.proof:not([open]) { display: none; }
  .tiles { grid-template-columns: repeat(5, 1fr); } .tile { break-inside: avoid; }
}
`;
