import type { Db } from '../store/database.ts';
import { keepDictionary, newestDictionary, SAMPLES, trainDictionary } from '../store/dictionaries.ts';
import { type Packed, type PackingDictionary, pack } from '../store/packing.ts';

/** Packs the documents of one run. */
export interface Packer {
  /** To be called with each batch before it is packed: makes the source's first dictionary, and renews it. */
  learn(documents: readonly Uint8Array[]): Promise<void>;
  pack(raw: Uint8Array): Packed;
}

/** Fewer than these are not worth a dictionary. */
const ENOUGH = 50;

/**
 * Archives are sorted, so that their first records are their oldest and look like no other. Measured on CVE records
 * (bench/packing.ts): 1,368 bytes a record without a dictionary, 761 with one of the first hundred, 683 renewed so often.
 */
const RENEW_AFTER = 20_000;
const SAMPLE_EVERY = RENEW_AFTER / SAMPLES;

export async function openPacker(db: Db, source: number): Promise<Packer> {
  let dictionary: PackingDictionary | null = await newestDictionary(db, source);
  let samples: Uint8Array[] = [];
  let seen = 0;

  async function train(documents: readonly Uint8Array[]): Promise<void> {
    dictionary = await keepDictionary(db, source, trainDictionary(documents));
    samples = [];
  }

  return {
    async learn(documents) {
      for (const document of documents) {
        seen += 1;
        if (seen % SAMPLE_EVERY === 0) samples.push(document);
      }
      if (dictionary === null && documents.length >= ENOUGH) await train(documents);
      else if (samples.length >= SAMPLES) await train(samples);
    },
    pack: (raw) => pack(raw, dictionary),
  };
}
