/** A reporter of vitest that keeps how long each file took, in the file that TEST_TIMES names. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { FileTime } from './times.ts'

export default class TimesReporter implements Reporter {
  private readonly began = new Map<string, number>()
  private readonly times: FileTime[] = []

  onTestModuleQueued(module: TestModule): void {
    this.began.set(module.id, Date.now())
  }

  onTestModuleEnd(module: TestModule): void {
    const ended = Date.now()
    this.times.push({
      room: module.project.name,
      file: module.relativeModuleId,
      tests: [...module.children.allTests()].length,
      began: this.began.get(module.id) ?? ended,
      ended,
    })
  }

  onTestRunEnd(): void {
    const path = process.env['TEST_TIMES']
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.times))
  }
}
