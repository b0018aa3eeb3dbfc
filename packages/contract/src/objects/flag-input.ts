import * as z from 'zod';

/** A yes or no in an address. */
export const FlagInput = z.enum(['true', 'false']).transform((text) => text === 'true');
