/** Whether what something was built from has changed since: a hash of its sources, without their tests. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const skipped = new Set(['dist', 'node_modules'])

function addToHash(hash, path) {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const child = `${path}/${entry.name}`
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) addToHash(hash, child)
    } else if (!/\.test\.tsx?$/.test(entry.name)) {
      hash.update(`${child}\0`).update(readFileSync(join(root, child)))
    }
  }
}

/** In: folders and files (.json, .mjs), from the root of the project. */
export function sourceHash(sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    if (/\.(json|mjs)$/.test(source)) hash.update(readFileSync(join(root, source)))
    else addToHash(hash, source)
  }
  return hash.digest('hex')
}
