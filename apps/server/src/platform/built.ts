/** Programs that run as processes of their own, as the launcher built them. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const root = new URL('../../../../', import.meta.url).href

/**
 * The built file of a program, which starts in less than half the time, where the launcher made one (BUILT_SERVER);
 * else its source. In: the URL of its source.
 */
export function builtOf(source: URL): URL {
  const folder = process.env['BUILT_SERVER']
  if (!folder || !source.href.startsWith(root)) return source
  const name = source.href.slice(root.length).replace(/\.ts$/, '.js').replaceAll('/', '.')
  const built = new URL(name, `${pathToFileURL(folder).href}/`)
  return existsSync(built) ? built : source
}
