/** No colour is used without a word. */
export const CVE_STYLE = `
.cve .verdict { padding: 1.4rem 0 1rem; } .cve h1 { font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.1rem); }
.eyebrow { margin: 0 0 .3rem; color: var(--soft); font-size: .875rem; } .eyebrow .state { margin: 0 .4rem 0 0; font-size: .75rem; padding: .25rem .55rem; }
.cve .title { font-size: 1.125rem; margin: .25rem 0 0; max-width: none; }
.call { max-width: none; margin: .8rem 0 0; padding: .75rem 1.1rem; border-left: 5px solid var(--soft); border-radius: 0 8px 8px 0; background: var(--code); font-size: 1.1875rem; line-height: 1.45; overflow-wrap: anywhere; }
.call.bad { color: inherit; border-color: var(--bad); background: var(--bad-wash); } .call.bad strong { color: var(--bad); }
.call.warn { border-color: var(--warn); background: var(--warn-wash); } .call.warn strong { color: var(--warn); }
.call.calm { border-color: var(--calm); background: var(--calm-wash); } .call.calm strong { color: var(--calm); }
.cve .verdict .sentence { font-size: 1rem; margin: .6rem 0 0; max-width: none; }
.box { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem; min-width: 0; }
.box h2 { font-size: 1.125rem; margin: 0 0 .6rem; padding: 0; border: 0; } .box > :last-child { margin-bottom: 0; }
.beside { display: grid; gap: 1.25rem 2rem; align-items: start; } .beside > div { min-width: 0; } .beside > div > * + .box, .beside > div > .box + * { margin-top: 1rem; } .beside h2:not(.box h2) { margin-top: 2rem; } .beside > div > section:first-child > h2:first-child { margin-top: 0; padding: 0; border: 0; }
@media (min-width: 62rem) { .beside { grid-template-columns: minmax(0, 1fr) 20rem; grid-template-rows: auto 1fr; } .beside > :nth-child(2) { grid-area: 1 / 2 / span 2; } .beside .facts6 { grid-template-columns: 1fr !important; } }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .5rem; margin: .75rem 0 0; max-width: none; font-size: .875rem; color: var(--soft); } .chips .chip { text-decoration: none; white-space: normal; line-height: 1.3; } .chips a:hover { text-decoration: underline; }
.ask { display: flex; flex-wrap: wrap; align-items: flex-end; gap: .6rem .7rem; margin: 0 0 .9rem; }
.ask label { display: grid; gap: .15rem; font-size: .8125rem; color: var(--soft); flex: 1 1 8rem; min-width: 0; } .ask .wide { flex: 3 1 16rem; } .ask .subject { flex: 1 1 100%; margin: 0; overflow-wrap: anywhere; }
.ask input, .ask select { width: 100%; height: 2.5rem; font-size: 1rem; color: var(--ink); } .ask button { height: 2.5rem; }
.answer { padding: .6rem .8rem; border-radius: 8px; background: var(--code); overflow-wrap: anywhere; } .answer.affected { background: var(--bad-wash); } .answer.not_affected, .answer.none_known { background: var(--good-wash); }
.versions { margin: 0; } .versions .note { margin: .35rem 0 0; }
.line { list-style: none; display: flex; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; font-size: .8125rem; line-height: 1.35; }
.line li { flex: 1 1 0; min-width: 0; padding: .45rem .55rem; border-left: 1px solid var(--line); overflow-wrap: anywhere; } .line li:first-child { border-left: 0; }
.line span { display: block; font-weight: 650; } .line small { font-size: .8125rem; color: var(--ink); }
.line .hit { background: repeating-linear-gradient(135deg, var(--bad-wash) 0 7px, transparent 7px 12px) var(--card); border-bottom: 3px solid var(--bad); } .line .hit span { color: var(--bad); }
.line .free { background: var(--good-wash); border-bottom: 3px solid var(--good); } .line .free span { color: var(--good); }
.line .mark { display: block; margin-top: .2rem; } .line .mark::before { content: "▲ "; }
.epss { display: block; max-width: 100%; margin: .3rem 0; color: var(--link); } .epss text { font: 11px var(--sans); fill: var(--soft); }
.copy { position: relative; } .copy pre { margin: .35rem 0 .2rem; padding: .5rem 5rem .5rem .75rem; white-space: pre-wrap; } .copier { position: absolute; top: .3rem; right: .35rem; font-size: .8125rem; line-height: 1.4; padding: .1rem .5rem; } @media (scripting: none) { .copier { display: none; } } .copy code { overflow-wrap: anywhere; } .actions .copy code { user-select: all; cursor: copy; }
.conflicts li { margin-bottom: .7rem; overflow-wrap: anywhere; } .claim { display: block; }
.folds { margin: 2.5rem 0 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); } .folds > section { padding: .8rem 1rem; } .folds > section h2 { margin: 0 0 .6rem; padding: 0; border: 0; font-size: 1.0625rem; } .fold { border: 0; border-radius: 0; } .folds > * + * { border-top: 1px solid var(--line); } .fold > summary { padding: .6rem 1rem; } .fold > summary h2 { all: unset; display: inline; font-weight: 650; font-size: 1.0625rem; color: var(--ink); }
.fold > div { padding: .5rem 1rem 1rem; border-top: 1px solid var(--line); min-width: 0; } .fold h3:first-child { margin-top: .4rem; }
.matrix th[scope=row] { font-size: .9375rem; color: inherit; min-width: 9rem; } .matrix td { min-width: 9rem; } .matrix tr:last-child > th { border-bottom: 0; } .matrix ~ *, details.more + .plain { margin-top: .9rem; } .status { display: block; white-space: nowrap; }
.grid { min-width: 0; } .grid th[scope=row] { font-weight: 400; } .grid th .note { font-weight: 400; } .grid thead a[aria-current] { font-weight: 700; } .grid .mark { border-left: 1px solid var(--line); } .grid .affected { background: var(--bad-wash); }
.change { display: block; }
.evidence { margin: 0; } .evidence dt { font-weight: 650; } .evidence dd { margin: .15rem 0 .9rem; overflow-wrap: anywhere; }
.picks { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 0; padding: 0; font-size: .9375rem; } .picks a[aria-current] { color: inherit; font-weight: 650; text-decoration: none; }
@media (max-width: 40rem) {
  .line { flex-direction: column; } .line li { border-left: 0; border-top: 1px solid var(--line); border-bottom: 0; } .line .hit { border-left: 4px solid var(--bad); } .line .free { border-left: 4px solid var(--good); }
  .call { font-size: 1.0625rem; padding: .65rem .9rem; }
}
@media print { .ask, .copier { display: none; } .call, .line .hit, .line .free, .answer { background: none; border: 1px solid #000; } details::details-content { content-visibility: visible; block-size: auto; } }
`;
