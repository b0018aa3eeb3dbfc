/** Inks have a contrast of at least 3:1 on paper and on cards. */
export const CHART_STYLE = `
.chart { display: grid; grid-template-columns: max-content minmax(4rem, 1fr) max-content; align-items: center; column-gap: .75rem; row-gap: .55rem; max-width: 46rem; margin: .5rem 0 1rem; font-size: .875rem; }
.chart:has(> svg > g) { row-gap: 0; }
.chart > svg { display: block; overflow: visible; } .chart > .shared { position: absolute; } .chart .head { overflow: visible; }
.chart > span { overflow-wrap: anywhere; line-height: 1.3; } .chart > span:not(.note) { text-align: right; }
.chart text { font: 12px var(--sans); fill: var(--soft); }
.ink-bad { color: var(--bad); } .ink-warn { color: var(--warn); } .ink-calm { color: var(--calm); } .ink-good { color: var(--good); } .ink-soft { color: var(--soft); } .ink-line { color: var(--line); }
.insights { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.insights > li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; }
.insights h2, .insights h3 { font-size: 1.125rem; margin: 0 0 .3rem; padding: 0; border: 0; }
.insights p { margin: .75rem 0 0; }
.insights > li { display: flex; flex-direction: column; } .insights h2 a, .insights h3 a { color: inherit; text-decoration: none; } .insights h2 a:hover, .insights h3 a:hover { text-decoration: underline; } .insights .chart { margin: .25rem 0 0; max-width: none; font-size: .8125rem; row-gap: .25rem; } .insights .legend { margin: .5rem 0 0; font-size: .75rem; color: var(--soft); gap: .1rem .8rem; }
.notes { padding-left: 1.2rem; max-width: 42rem; } .notes li { margin-bottom: .4rem; }
.toc a[aria-current] { font-weight: 650; color: inherit; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1rem 0 .5rem; padding: 0; font-size: .875rem; }
.legend li { display: inline-flex; align-items: center; gap: .4rem; }
.told { display: none; }
@media (max-width: 40rem) { .chart { font-size: .8125rem; column-gap: .5rem; grid-template-columns: fit-content(7.5rem) minmax(4rem, 1fr) fit-content(6rem); } .told { display: inline; } }
`;
