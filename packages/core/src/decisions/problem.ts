/** Why decisions cannot be read. Thrown by readers, caught at the one door, `readDecisions`. */
export class DecisionProblem extends Error {
  override readonly name = 'DecisionProblem';
}
