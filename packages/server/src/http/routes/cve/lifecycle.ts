import { getLifecycle } from '@almanac/contract';
import { lifecycleOf } from '@almanac/core/dossier';
import { judgedCve } from '../../../app/cve/judged.ts';
import { route } from '../../route.ts';

export const lifecycle = route(getLifecycle, async (deps, { params: { id } }, context) => {
  const { dossier, trackerEvents, envelopeFields } = await judgedCve(deps, id, context);
  const { events, intervals } = lifecycleOf(dossier.evidence, trackerEvents);
  return { data: { id, events: [...events], intervals: [...intervals] }, envelopeFields };
});
