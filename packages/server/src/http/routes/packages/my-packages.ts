import { postMyPackages } from '@almanac/contract';
import { isOfCollection, LIST_LIMITS } from '@almanac/core/my-packages';
import { ApiError } from '../../../app/errors.ts';
import { chosenInBody } from '../../../app/my-packages/chosen.ts';
import { myPackages } from '../../../app/my-packages/my-packages.ts';
import { route } from '../../route.ts';

/** `/my` for programs. */
export const myPackagesRoute = route(postMyPackages, async (deps, { body }, context) => {
  const named = body.packages?.filter(isOfCollection) ?? [];
  if (named.length > LIST_LIMITS.collection) {
    throw new ApiError('BODY_INVALID', `Member 'packages': at most ${LIST_LIMITS.collection} nixpkgs names at once`, {
      hint: 'Split the list.',
    });
  }
  const { data, envelopeFields } = await myPackages(deps, chosenInBody(body), context);
  return { data, envelopeFields };
});
