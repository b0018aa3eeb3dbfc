import { createHash } from 'node:crypto';
import { CHART_STYLE } from './charts/style.ts';
import { CVE_STYLE } from './cve/style.ts';
import { FRAME_STYLE } from './frame-style.ts';
import { SITE_STYLE } from './site-style.ts';

const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --card: #ffffff; --code: #f4f2ec; --line: #e3dfd5;
  --ink: #1c2430; --soft: #57606e; --link: #17598a; --mark: #b4531a;
  --get: #0f6a57; --post: #8a4b08; --good: #0f6a57; --number: #8a3b12; --text: #24552f; --word: #6a3fa0;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #11151b; --card: #171c24; --code: #1b212b; --line: #2b333f;
    --ink: #e5e8ed; --soft: #a3adba; --link: #86bfe8; --mark: #f0a26b;
    --get: #5fcfb4; --post: #f0b26b; --good: #5fcfb4; --number: #f0a98a; --text: #9bd4a5; --word: #c9a9f2;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
h1 { font-size: clamp(1.9rem, 1.4rem + 2.4vw, 2.75rem); letter-spacing: -.02em; }
h2 { font-size: 1.5rem; letter-spacing: -.01em; margin: 3rem 0 1rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.125rem; }
h4 { font-size: .8125rem; color: var(--soft); letter-spacing: .04em; text-transform: uppercase; margin: 1.75rem 0 .5rem; }
p { margin: 0 0 1rem; max-width: 42rem; }
code, pre { font-family: var(--mono); font-size: .875em; }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem 1.125rem; background: var(--code); border: 1px solid var(--line); border-radius: 8px;
  font-size: .8125rem; line-height: 1.6; overflow-x: auto; tab-size: 2; }
pre code { background: none; padding: 0; font-size: inherit; overflow-wrap: normal; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.frame { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem 4.5rem; width: 100%; flex: 1; }
#content:focus { outline: 0; }
.toc { font-size: .9375rem; }
.toc ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.toc ul ul { display: none; }
.toc a { text-decoration: none; }
.toc a:hover { text-decoration: underline; }
.hero { padding: 2.5rem 0 0; }
.intro { font-size: 1.1875rem; line-height: 1.55; color: var(--soft); margin: 1rem 0 2rem; }
.promises { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
.promises li { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--mark); border-radius: 8px; padding: 1rem 1.125rem; }
.promises h2 { font-size: 1rem; margin: 0 0 .35rem; padding: 0; border: 0; letter-spacing: 0; }
.promises p { margin: 0; font-size: .9375rem; color: var(--soft); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.scroll + p, .scroll + ul { margin-top: .9rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; line-height: 1.5; }
th, td { text-align: left; vertical-align: top; padding: .55rem .875rem; border-bottom: 1px solid var(--line); }
tr:last-child > td { border-bottom: 0; }
th { font-size: .8125rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
.name code { overflow-wrap: normal; white-space: nowrap; }
.brief { color: var(--soft); font-variant-numeric: tabular-nums; }
.note { color: var(--soft); font-size: .875rem; }
.method { display: inline-block; font: 650 .75rem/1 var(--mono); letter-spacing: .03em; color: var(--get); border: 1px solid currentColor; border-radius: 4px; padding: .2rem .35rem; }
.method.post, .method.delete { color: var(--post); }
.endpoint { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.5rem; margin: 0 0 2rem; }
.endpoint h3 { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .7rem; }
.endpoint h3 a { color: inherit; text-decoration: none; }
.endpoint h3 a:hover { text-decoration: underline; }
.endpoint h3 code { font-size: 1.0625rem; background: none; padding: 0; }
.endpoint .summary { margin: .6rem 0 .9rem; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; color: var(--soft); font-size: .875rem; }
.codes { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0; padding: 0; font-size: .8125rem; }
.codes a { text-decoration: none; color: inherit; }
.codes code { display: inline-block; border: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: 8px; }
details > .scroll { border: 0; border-top: 1px solid var(--line); border-radius: 0 0 8px 8px; }
.members { margin: 0; padding: .55rem .875rem .875rem; border-top: 1px solid var(--line); font-size: .875rem; line-height: 1.5; }
.members dt { margin-top: .5rem; color: var(--soft); } .members dt code { color: var(--ink); }
.members dd { margin: 0; }
.find { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 1.25rem 0; } .find label { display: flex; gap: .6rem; align-items: center; flex: 0 1 26rem; } .find input { flex: 1; min-width: 0; font-size: 1rem; height: 2.6rem; } .find output { color: var(--soft); }
.endpoints { margin-top: 2rem; } .endpoints > h3, .endpoints > p { margin-bottom: .5rem; } .endpoints :target { outline: 2px solid var(--mark); outline-offset: 3px; }
@media (scripting: none) { .find { display: none; } }
summary { cursor: pointer; padding: .55rem .875rem; font-size: .9375rem; color: var(--link); }
.side { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.side h3 { margin-bottom: .5rem; font-size: 1rem; }
.side > div { min-width: 0; }
.stack > * + * { margin-top: 1rem; }
.j-key { color: var(--link); } .j-text { color: var(--text); } .j-number { color: var(--number); } .j-word { color: var(--word); }
.colophon { margin-top: 4rem; padding-top: 1.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
@media (min-width: 62rem) {
  .columns { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); gap: 3.5rem; }
  .toc { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; padding: 2.5rem 0 1rem; }
  .toc > ul { display: grid; gap: .45rem; }
  .toc ul ul { display: grid; gap: .3rem; margin: .35rem 0 .6rem; padding-left: .8rem; border-left: 1px solid var(--line); font-size: .8125rem; }
  .toc ul ul code { background: none; padding: 0; }
  .toc a { color: var(--soft); }
  .toc a:hover { color: var(--link); }
}
@media (max-width: 61.99rem) { .toc { padding: .8rem 0; border-bottom: 1px solid var(--line); } .toc > ul { flex-wrap: nowrap; overflow-x: auto; white-space: nowrap; scrollbar-width: none; mask-image: linear-gradient(to right, #000 calc(100% - 2rem), transparent); padding-right: 2rem; } }
@media (max-width: 40rem) {
  .frame { padding: 0 1rem 3rem; }
  .hero { padding-top: 1.5rem; }
  .endpoint { padding: 1rem; }
  h2 { margin-top: 2.25rem; }
  pre code { overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; padding: .8rem .9rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tr { padding: .55rem .875rem; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { padding: 0; border: 0; }
  .name, .brief { display: inline-block; margin-right: .6rem; max-width: 100%; }
  .name code { white-space: normal; overflow-wrap: anywhere; }
  .prose { display: block; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --code: #fff; --ink: #000; --soft: #333; --line: #bbb; --link: #000; --mark: #000; --get: #000; --post: #000; --text: #000; --number: #000; --word: #000; }
  body { font-size: 10.5pt; }
  .toc, .skip { display: none; }
  .columns { display: block; }
  .frame { max-width: none; padding: 0; }
  .scroll, pre { overflow: visible; }
  pre { white-space: pre-wrap; }
  pre code { overflow-wrap: anywhere; }
  .endpoint, .promises li, tr, pre { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
}
`;

/** Inline, so that a page needs no further request. */
export const STYLE = BASE_STYLE + FRAME_STYLE + SITE_STYLE + CHART_STYLE + CVE_STYLE;

/** The default policy: nothing is loaded, run, framed or sent, except this style and our own pictures. */
export const PAGE_POLICY = policyWith([STYLE], []);

/**
 * For pages with our own script, which connects only to us and turns no text into code: it copies commands, takes files
 * and filters the reference.
 */
export const OWN_SCRIPT = ["script-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

export const SCRIPT_POLICY = policyWith([STYLE], OWN_SCRIPT);

/** For pages with their own styles or more rights. */
export function policyWith(styles: readonly string[], more: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`).join(' ')}`,
    "img-src 'self' data:",
    ...more,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
