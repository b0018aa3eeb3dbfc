import { createColors } from 'picocolors';

export type Colours = ReturnType<typeof createColors>;

export interface ColourFacts {
  readonly isTTY: boolean;
  /** `--no-color` */
  readonly refused: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A refusal wins over a demand; otherwise terminals with colours get them. */
export function mayColour({ isTTY, refused, environment }: ColourFacts): boolean {
  if (refused || isSet(environment['NO_COLOR'])) return false;
  if (isSet(environment['FORCE_COLOR']))
    return environment['FORCE_COLOR'] !== '0' && environment['FORCE_COLOR'] !== 'false';
  return isTTY && environment['TERM'] !== 'dumb';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

export function coloursOf(facts: ColourFacts): Colours {
  return createColors(mayColour(facts));
}

export function paintOf(colours: Colours, severity: string | null): (text: string) => string {
  switch ((severity ?? '').toLowerCase()) {
    case 'critical':
      return (text) => colours.bold(colours.red(text));
    case 'high':
      return colours.red;
    case 'medium':
      return colours.yellow;
    case 'low':
      return colours.cyan;
    default:
      return (text) => text;
  }
}
