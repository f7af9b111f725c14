/** One line of a rule, how to break it, and the test that must fail then. */
export interface Mutation {
  /** What the line guarantees, in one sentence. */
  readonly rule: string
  /** The file to break, from the root of the project. */
  readonly file: string
  /** The text to replace. It must be in the file exactly once. */
  readonly from: string
  /** The text in its place. It must still load: types are not checked. */
  readonly to: string
  /** The test file that notices. */
  readonly test: string
  /** The name of the test in it, or a part of it that no other test of the file has. */
  readonly name: string
  /** The test builds on those before it: the whole file is run. */
  readonly whole?: true
}
