import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The folder of files that can be made again at any time; git ignores it. */
export const cacheFolder = join(root, '.cache')

export const modules = join(root, 'node_modules')
