import * as z from 'zod';

export const FlagInput = z.enum(['true', 'false']).transform((text) => text === 'true');
