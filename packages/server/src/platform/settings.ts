import { z } from 'zod';

export const Url = z.url({
  error: 'expected a whole address such as postgres://user@host:5432/name or https://host/path',
});

export const Integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
