import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUTOMATION_OBSTACLES } from '../packages/core/src/advice/automation.ts';
import { SUBJECT_ORDER } from '../packages/core/src/dossier/affected-packages.ts';
import { AVAILABILITY_RULES, AVAILABILITY_VERDICTS } from '../packages/core/src/dossier/availability.ts';
import { FIELD_PREFERENCE } from '../packages/core/src/dossier/canonical.ts';
import { EPSS_MOVED_BY } from '../packages/core/src/dossier/changes.ts';
import { RECORD_PREFERENCE } from '../packages/core/src/dossier/chosen.ts';
import { CONFLICT_CODES } from '../packages/core/src/dossier/conflict.ts';
import { DATE_TOLERANCE_DAYS } from '../packages/core/src/dossier/conflicts.ts';
import { EPSS_LEVELS, EXPLOIT_RULES } from '../packages/core/src/dossier/exploit-signals.ts';
import { FIX_STATES } from '../packages/core/src/dossier/known-fixes.ts';
import { IMPORTED_AFTER_DAYS } from '../packages/core/src/dossier/lifecycle.ts';
import { CONFLICT_PENALTIES, GRADE_THRESHOLDS, QUALITY_WEIGHTS } from '../packages/core/src/dossier/quality.ts';
import { SEVERITY_RULES } from '../packages/core/src/dossier/severity.ts';
import { SEVERITY_ORIGINS } from '../packages/core/src/scores/severity.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/dossier.md'), 'utf8');

/** The first cells of each row of the table that begins with these headings. */
function table(...headings: readonly string[]): string[][] {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => headings.every((heading, index) => cells(line)[index] === heading));
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return at < 0 ? [] : rows.slice(0, end).map((line) => cells(line).slice(0, headings.length));
}

/** The pairs of the line that begins with this title: `Grades from: A 90, B 75`. */
function pairs(title: string): string[][] {
  const line = page.split('\n').find((each) => each.startsWith(`${title}: `)) ?? '';
  return line
    .slice(title.length + 2)
    .split(', ')
    .map((pair) => pair.replaceAll('`', '').split(' '));
}

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

describe('docs/dossier.md', () => {
  it('has the rules of availability in their order', () => {
    const rules = AVAILABILITY_RULES.map((rule) => [rule, AVAILABILITY_VERDICTS[rule].availability]);

    expect(table('Rule', 'Availability')).toEqual(rules);
  });

  it('has the preference of records', () => {
    expect(table('Preference').flat()).toEqual([...RECORD_PREFERENCE]);
  });

  it('says which source counts for each field', () => {
    const order = Object.entries(FIELD_PREFERENCE).map(([field, sources]) => [field, sources.join(', ')]);

    expect(table('Field', 'Sources, in order')).toEqual(order);
  });

  it('has the names of the severity rules in the order of the origins', () => {
    const rules = [...SEVERITY_ORIGINS, 'unrated' as const].map((origin) => [origin, SEVERITY_RULES[origin]]);

    expect(pairs('Rules by origin')).toEqual(rules);
  });

  it('has the conflicts and what each takes away', () => {
    expect(table('Code', 'Penalty')).toEqual(CONFLICT_CODES.map((code) => [code, `${CONFLICT_PENALTIES[code]}`]));
    expect(page).toContain(`more than ${DATE_TOLERANCE_DAYS} days apart`);
  });

  it('has the age from which an advisory is an import', () => {
    expect(page).toContain(`more than ${IMPORTED_AFTER_DAYS} days younger`);
  });

  it('has the weights and the grades', () => {
    expect(pairs('Weights')).toEqual(Object.entries(QUALITY_WEIGHTS).map(([field, weight]) => [field, `${weight}`]));
    expect(pairs('Grades from')).toEqual(GRADE_THRESHOLDS.map(({ grade, from }) => [grade, `${from}`]));
  });

  it('has what keeps a program from acting alone', () => {
    const obstacles = AUTOMATION_OBSTACLES.map(({ code, triage, words }) => [code, triage ? 'yes' : 'no', words]);

    expect(table('Obstacle', 'Needs triage', 'When')).toEqual(obstacles);
  });

  it('has the places of what is affected and the states of a fix', () => {
    expect(table('Place').flat()).toEqual([...SUBJECT_ORDER]);
    expect(table('State', 'When').map(([state]) => state)).toEqual([...FIX_STATES]);
  });

  it('has the rules of exploitation and their levels', () => {
    expect(table('Rule', 'Level')).toEqual(EXPLOIT_RULES.map(({ rule, level }) => [rule, level]));
    expect(table('EPSS rule', 'Probability from', 'Percentile from')).toEqual(
      EPSS_LEVELS.map(({ rule, probability, percentile }) => [rule, `${probability}`, `${percentile ?? 'any'}`]),
    );
    expect(page).toContain(`moved by ${EPSS_MOVED_BY} or more`);
  });
});
