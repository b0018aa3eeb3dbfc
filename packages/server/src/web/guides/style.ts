export const GUIDE_STYLE = `
.trail { margin: 0 0 .6rem; font-size: .875rem; color: var(--soft); }
.trail span { padding: 0 .2rem; }
.trail .md { float: right; }
.of-what { margin: 0 0 .5rem; font-size: .75rem; font-weight: 650; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
.toc > ul + .of-what { margin-top: 2rem; }
.toc a { overflow-wrap: anywhere; }
.toc [aria-current] { color: var(--ink); font-weight: 650; }
.guide > * { margin: 0 0 1.1rem; }
.guide > p:first-child { font-size: 1.1875rem; line-height: 1.55; color: var(--soft); max-width: 46rem; margin-bottom: 1.5rem; }
.guide > p:first-child code { font-size: .8125em; }
.guide p, .guide li { max-width: 42rem; line-height: 1.65; text-wrap: pretty; }
.guide h2 { margin: 3.25rem 0 1rem; padding-top: 1.5rem; }
.guide > h2:first-child { margin-top: 1.5rem; padding-top: 0; border: 0; }
.guide h3 { margin: 2.25rem 0 .75rem; }
.guide h2 a, .guide h3 a { color: inherit; text-decoration: none; }
.guide h2 a::after, .guide h3 a::after { content: " #"; color: var(--mark); font-weight: 400; opacity: 0; }
.guide h2 a:hover::after, .guide h3 a:hover::after, .guide h2 a:focus-visible::after, .guide h3 a:focus-visible::after { opacity: 1; }
.guide ul, .guide ol { padding-left: 1.35rem; }
.guide li { margin-bottom: .55rem; padding-left: .15rem; }
.guide li::marker { color: var(--mark); }
.guide ol > li::marker { font-variant-numeric: tabular-nums; font-weight: 600; }
.guide li > ul, .guide li > ol { margin: .5rem 0 0; }
.guide blockquote { padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.guide hr { margin-block: 2.25rem; border: 0; border-top: 1px solid var(--line); }
.guide .scroll, .guide pre, .picture { margin-bottom: 1.5rem; }
.picture { overflow-x: auto; border-radius: 8px; }
.picture img { display: block; max-width: 100%; height: auto; }
.guide td { line-height: 1.5; }
.guide tr:has(+ tr > td:first-child:empty) > td { border-bottom-color: transparent; }
.guide .scroll:not(:has(td.prose)) { width: fit-content; max-width: 100%; }
.guide td.prose { min-width: 9rem; }
.guide table:has(th:nth-child(6)) :is(th, td) { padding-inline: .55rem; font-size: .875rem; }
.guide table:has(th:nth-child(6)) td.prose { min-width: 7rem; }
.guide td.brief { white-space: nowrap; }
.guide td code { font-size: .8125rem; }
.guide tbody tr:hover { background: color-mix(in srgb, var(--code) 55%, transparent); }
.guide code { box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.whole { white-space: nowrap; }
.of { display: none; }
.c-note { color: var(--soft); font-style: italic; }
details.here { display: none; margin: 0 0 1.5rem; background: var(--card); }
.here ul { list-style: none; margin: 0; padding: 0 .875rem .6rem; }
.here ul ul { padding: 0 0 0 1rem; font-size: .9375rem; }
.here li { margin: .3rem 0; }
.here li a { text-decoration: none; }
.turn { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 4rem; }
.turn a { display: block; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.125rem; text-decoration: none; }
.turn a:hover, .shelf li:hover { border-color: var(--soft); }
.turn .next { text-align: end; }
.turn small { display: block; color: var(--soft); }
.turn strong { font-weight: 600; }
.turn + .colophon { margin-top: 2.5rem; max-width: none; }
.shelf { display: grid; gap: 2.75rem; margin-top: 1.5rem; }
.shelf h2 { margin: 0; padding: 0; border: 0; }
.shelf .note { margin: .2rem 0 .9rem; font-size: .9375rem; }
.shelf ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.shelf li { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .95rem 1.125rem 1rem; }
.shelf li a { font-weight: 650; text-decoration: none; }
.shelf li a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
.shelf li:hover a { text-decoration: underline; }
.shelf li p { margin: .25rem 0 0; font-size: .9375rem; line-height: 1.5; color: var(--soft); }
.shelf li:only-child { grid-column: 1 / -1; border-left: 3px solid var(--mark); padding-block: 1.15rem 1.25rem; }
.shelf li:only-child a { font-size: 1.125rem; }
.shelf li:only-child p { font-size: 1rem; max-width: none; }
@media (max-width: 61.99rem) {
  .columns > .toc { display: none; }
  details.here { display: block; }
}
@media (max-width: 40rem) {
  .guide > p:first-child { font-size: 1.0625rem; }
  .guide h2 { margin-top: 2.5rem; }
  .guide tr { padding: .7rem .875rem; }
  .guide tr:has(+ tr > td:first-child:empty) { border-bottom-style: dashed; }
  .guide tbody tr:hover { background: none; }
  .guide td { display: block; margin: 0; }
  .guide td.prose, .guide table:has(th:nth-child(6)) td.prose { min-width: 0; }
  .guide table:has(th:nth-child(6)) td { padding: 0; font-size: inherit; }
  .guide td.brief { white-space: normal; color: inherit; }
  .guide td:empty { display: none; }
  .guide td + td { margin-top: .2rem; }
  .guide td.name { font-weight: 600; }
  .guide td.name code { font-weight: 600; }
  .guide td .of { display: inline; font-size: .75rem; color: var(--soft); }
  .guide td .of::after { content: ":"; }
  .picture img { max-width: none; width: 40rem; }
  .turn { grid-template-columns: 1fr; }
  .turn span { display: none; }
}
@media print {
  .trail, details.here, .turn { display: none; }
  .guide a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; overflow-wrap: anywhere; }
  .guide td.prose { min-width: 0; }
}
`;
