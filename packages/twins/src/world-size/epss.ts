import { cveIdAt } from './cve.ts';
import type { WorldSize } from './size.ts';

/** One in ten scores differs from the day before. */
export function epssText({ scored }: WorldSize, date: string): string {
  const day = Math.floor(Date.parse(date) / 86_400_000);
  const lines = [`#model_version:v2026.03.14,score_date:${date}T12:55:00Z`, 'cve,epss,percentile'];
  for (let index = 0; index < scored; index += 1) {
    const base = Math.imul(index + 1, 0x9e3779b1) >>> 0;
    const moves = Math.floor((day + (base % 10)) / 10);
    const score = 1 + ((base + moves * 7) % 97_000);
    lines.push(`${cveIdAt(index)},${decimal(score)},${decimal(1 + (base % 99_999))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** In hundred-thousandths, as in the files. */
function decimal(units: number): string {
  return `0.${String(units).padStart(5, '0')}`;
}
