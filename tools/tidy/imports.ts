import { dirname, join, normalize } from 'node:path'

const IMPORT =
  /^(?:import|export)\s[^'"`;=(]*?from\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Examples in comments import nothing. */
const COMMENT = /^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/**
 * What a file imports: files as paths from the root of the repository, our packages as the folders of their sources,
 * everything else under its own name.
 */
export function importsIn(file: string, text: string): string[] {
  return [...text.replace(COMMENT, '').matchAll(IMPORT)].map((match) => {
    const target = (match[1] ?? match[2] ?? match[3]) as string
    if (target.startsWith('.')) return normalize(join(dirname(file), target))
    return target
      .replace(/^@em\/(core|contract|paper)/, 'packages/$1/src')
      .replace(/^@em\/(server|web)/, 'apps/$1')
  })
}
