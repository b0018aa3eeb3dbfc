import { html } from 'hono/html';
import { layout } from './layout.ts';
import { command } from './parts/command.ts';
import { OWN_SCRIPT, policyWith, STYLE } from './styles.ts';

export const COMPARE_POLICY = policyWith([STYLE], [...OWN_SCRIPT, "connect-src 'self'"]);

/** The script reads the report in the browser. */
export function comparePage(script: string): string {
  return layout({
    title: 'Compare a scan – Almanac',
    description: "Compare another scanner's report with Almanac. The report is read in your browser.",
    part: 'scan',
    script,
    contents: null,
    main: html`<header class="verdict"><h1>Compare a scan</h1>
<p class="sentence">See where grype, trivy or osv-scanner and Almanac agree, and for every difference, which record decides. The report is read in your browser: only package URLs and vulnerability ids are sent.</p></header>
<p id="compare-off" class="past">Reading a report needs JavaScript. Without it, use <a href="#cli">the command line</a>.</p>
<div id="compare-drop" class="compare">
<p><label for="compare-file"><strong>Drop a JSON report here</strong>, or choose a file</label> <input id="compare-file" type="file" accept=".json,application/json"></p>
<form id="compare-form"><label for="compare-text">Or paste it</label> <textarea id="compare-text" rows="4" spellcheck="false" autocomplete="off" placeholder="{&quot;matches&quot;: [ … ]}" required></textarea> <button class="primary">Compare</button></form>
</div>
<p><span id="compare-status" role="status"></span> <span id="wait" class="note"></span></p>
<div id="compare-result"></div>
<section><h2 id="reports">Create a report</h2>
${command('grype', 'grype dir:. -o json > report.json')}
${command('trivy', 'trivy fs --format json --list-all-pkgs . > report.json')}
${command('osv-scanner', 'osv-scanner scan --format json --all-packages . > report.json')}</section>
<section><h2 id="cli">On the command line</h2>
<p>The same comparison, with your decisions applied, and an exit code for CI:</p>
${command('Compare on the command line', 'almanac compare report.json')}</section>`,
  });
}
