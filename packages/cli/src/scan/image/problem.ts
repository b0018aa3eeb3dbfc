export class ImageProblem extends Error {
  override readonly name = 'ImageProblem';
}
