/** Why an image is not read, in a sentence. */
export class ImageProblem extends Error {
  override readonly name = 'ImageProblem';
}
