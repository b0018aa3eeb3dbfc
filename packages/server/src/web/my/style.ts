export const MY_STYLE = `
.totals { display: flex; flex-wrap: wrap; gap: .4rem; margin: .9rem 0 .6rem; max-width: none; }
#my-server > header + section > h2, #my-rows > section:first-child > h2 { margin-top: .5rem; }
.my-forms label { display: block; font-weight: 600; margin-bottom: .3rem; }
.my-forms textarea { width: 100%; font: .875rem/1.6 var(--mono); color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .75rem; resize: vertical; }
.my-forms textarea::placeholder { color: var(--soft); opacity: 1; }
.my-forms .note { margin: .4rem 0 .8rem; }
.my-drop { border: 2px dashed var(--line); border-radius: 10px; padding: .9rem 1.1rem; margin-top: 1.25rem; background: var(--card); }
.my-drop.over { border-color: var(--mark); border-style: solid; }
.my-drop p { margin: 0 0 .4rem; }
td p { margin: 0 0 .35rem; } td .plain { margin: 0; } td .note { margin: .15rem 0 0; }
.names { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
.names li { overflow-wrap: anywhere; }
pre + pre { margin-top: .6rem; }
#my-status:empty { margin: 0; }
`;
