export const FRAME_STYLE = `
.bar { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.75rem; }
.top { background: var(--card); border-bottom: 1px solid var(--line); font-size: .9375rem; }
.top .bar { min-height: 3.75rem; padding-block: .6rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-size: 1.0625rem; font-weight: 700; color: inherit; text-decoration: none; letter-spacing: -.015em; }
.brand svg { display: block; color: var(--mark); }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1.35rem; }
.top nav a { color: var(--soft); text-decoration: none; padding: .3rem 0; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--ink); border-color: var(--line); }
.top nav a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--mark); }
.top form { display: flex; gap: .4rem; margin-left: auto; }
.top form input { width: 13rem; }
.notice { margin: 0; max-width: none; padding: .45rem max(1.25rem, (100% - 73.5rem) / 2); background: var(--code); border-bottom: 1px solid var(--line); font-size: .8125rem; line-height: 1.45; color: var(--soft); }
.notice details { border: 0; } .notice summary { display: block; padding: 0; font: inherit; color: inherit; } .notice summary::-webkit-details-marker { display: none; } .notice details:not([open]) summary { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.foot { background: var(--card); border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
.foot .bar { justify-content: space-between; align-items: flex-start; padding-block: 1.75rem 2.25rem; gap: 1rem 3rem; }
.creed { margin: 0; max-width: 32rem; flex: 1 1 20rem; } .creed strong { color: var(--ink); }
.foot ul { list-style: none; margin: 0; padding: 0; display: grid; grid-auto-flow: column; grid-template-rows: repeat(4, auto); gap: .3rem 2rem; }
.foot a { color: inherit; text-decoration: none; } .foot a:hover { color: var(--link); text-decoration: underline; }
@media (max-width: 62rem) and (min-width: 40.01rem) { .top nav { order: 3; width: 100%; } .top .bar { padding-bottom: .35rem; } }
@media (max-width: 40rem) {
  .bar { padding-inline: 1rem; }
  .top .bar { min-height: 0; padding-block: .45rem 0; gap: .1rem .9rem; }
  .top nav { order: 3; width: 100%; flex-wrap: nowrap; justify-content: space-between; overflow-x: auto; scrollbar-width: none; white-space: nowrap; font-size: .8125rem; gap: .5rem; margin-right: -1rem; width: calc(100% + 1rem); padding-right: 1rem; mask-image: linear-gradient(to right, #000 calc(100% - 1.5rem), transparent); } .top nav a[aria-current] { font-weight: inherit; }
  .notice { padding-inline: 1rem; }
  .top form { flex: 1; margin-left: 0; justify-content: flex-end; } .top form input { flex: 1; width: 6rem; min-width: 0; max-width: 13rem; } .top form button { padding-inline: .5rem; }
  .foot ul { gap: .45rem 1.5rem; }
}
@media print { .top nav, .top form, .foot { display: none; } .top { border: 0; } .top .bar { padding: 0; } }
`;
