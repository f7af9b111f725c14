/** The dialect that comments, documents and screens leave: things that stand, are told or brought, by whoever is at it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const IDIOM =
  /\b(?:stands?|brought|brings?|bringing|whoever|told|tells?|telling|nobody|somebody|beside|at work|heard|by itself|taken for)\b/i

/** What may be written all the same. */
const EXEMPT: readonly RegExp[] = [
  // A file or folder, a decision among them: its name follows with the file.
  /[\w.-]*\/[\w./-]*/g,
  // The term of the field: a statement of one entity alone.
  /\bstand-?alone\b/gi,
]

/** Whether a line has an idiom beyond what is exempt. */
export const hasIdiom = (line: string): boolean =>
  IDIOM.test(EXEMPT.reduce((text, pattern) => text.replace(pattern, ''), line))

/** Lines with idioms by file, of all texts that people read. */
export function idiomLines(): Map<string, number> {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.mjs', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n')
    .filter(
      (file) =>
        !/statement-types\.d\.ts$|^tools\/tidy\/(?:idioms|names)|^apps\/server\/baseline\//.test(file),
    )
    .filter((file) => existsSync(join(root, file)))
  return new Map(
    files
      .map(
        (file) => [file, readFileSync(join(root, file), 'utf8').split('\n').filter(hasIdiom).length] as const,
      )
      .filter(([, lines]) => lines > 0),
  )
}
