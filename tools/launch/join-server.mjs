/** `node tools/launch/join-server.mjs FOLDER` joins the server's programs into files of that folder. See `server.mjs`. */
import { join, relative } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'
import { joined, PROGRAMS } from './server.mjs'

/** Packages that are loaded as they were installed; the others are what each reader process loads. */
const INSTALLED =
  /^(@fastify\/|fastify$|pg$|pg-boss$|pg-copy-streams$|pino$|pdfmake\/|@zxcvbn-ts\/|bowser$|yauzl$|yazl$)/
const [folder] = process.argv.slice(2)

/** All files lie in one folder, two levels below apps/server. */
const destination = join(root, 'apps', 'server', 'dist', 'build')
/**
 * Code that looks for files next to itself (migrations, the web, another program) finds them from its source.
 */
const ownFolder = {
  name: 'own-folder',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url')) return null
    const source = JSON.stringify(relative(destination, id))
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
}

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [ownFolder],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'esnext',
    minify: false,
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      external: INSTALLED,
      input: Object.fromEntries(PROGRAMS.map((path) => [joined(path, ''), join(root, path)])),
      // Names of functions and classes are in what is logged.
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        keepNames: true,
      },
    },
  },
})
