/** (d) what the browser loads before the first useful screen, compressed as it is sent. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../apps/web/dist/', import.meta.url))
const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const zipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length

/** Files that a module imports at once (not by `import()`), itself included. */
function staticImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(dist, file), 'utf8')
  for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    staticImports(`assets/${match[1]}`, seen)
  }
  return seen
}

export function benchWeb(say: (line: string) => void): void {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] as string)
  const styles = [...html.matchAll(/href="\/([^"]+\.css)"/g)].map((match) => match[1] as string)
  const entry = new Set(scripts.flatMap((file) => [...staticImports(file)]))
  const all = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const dashboard = all.filter((file) => file.startsWith('home-'))
  const first = new Set([...entry, ...dashboard.flatMap((file) => [...staticImports(`assets/${file}`)])])
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + zipped(file), 0)
  say(`(d) JavaScript of sign-in: ${kb(sum(entry))} gzip in ${entry.size} files`)
  say(
    `(d) JavaScript with the shell and the dashboard, without charts: ${kb(sum(first))} gzip in ${first.size} files`,
  )
  say(`(d) style sheets: ${kb(sum(styles))} gzip`)
  const largest = all
    .map((file) => ({ file, size: statSync(join(dist, 'assets', file)).size }))
    .sort((a, b) => b.size - a.size)
    .slice(0, 6)
  for (const { file } of largest) say(`    ${file}: ${kb(zipped(`assets/${file}`))} gzip`)
}
