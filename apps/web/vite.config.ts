import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Needs } from '@em/contract/kit/may'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Of the calls that decide which screens and actions a user is offered, the page gets what they need and nothing else:
 * their schemas would add the whole contract to the first page.
 */
const needsOfCalls: Plugin = {
  name: 'needs-of-calls',
  async load(id) {
    const file = /\/contract\/src\/tabs\/(screen|action)-calls\.ts$/.exec(id)
    if (file === null) return null
    const name = `${file[1]}Calls`
    const module = (await import(id)) as Record<string, Record<string, readonly Needs[]>>
    const needs = Object.entries(module[name] ?? {}).map(([of, calls]) => [
      of,
      calls.map(({ needs, scope }) => ({ needs, scope })),
    ])
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(needs))}`
  },
}

const HOME = ['app/Shell.tsx', 'features/dashboard/DashboardScreen.tsx'].map((path) =>
  join(import.meta.dirname, 'src', path),
)
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
let home: Set<string> | undefined

/** Modules of the first screen after sign-in are one part: it does not wait for other modules. */
function partOfHome(id: string, modules: Modules): string | null {
  if (home === undefined) {
    home = new Set(HOME)
    for (const known of home)
      for (const next of modules.getModuleInfo(known)?.importedIds ?? []) home.add(next)
  }
  return home.has(id) ? 'home' : null
}

/**
 * What screens share, in few files: each shared module in one of its own was 150 files for a screen, and to ask for them cost a
 * browser and a server more than to read them.
 */
const shared = [
  { name: 'first', tags: ['$initial' as const], priority: 5 },
  { name: partOfHome, debugName: 'home', priority: 4 },
  { name: 'most', minShareCount: 60, priority: 3 },
  { name: 'many', minShareCount: 20, priority: 2 },
  { name: 'some', minShareCount: 8, priority: 1 },
]

/** The address of the script of the first screen after sign-in; none in development. */
const homeOf = (bundle: Readonly<Record<string, { name?: string | undefined; type: string }>> = {}) => {
  const [file] =
    Object.entries(bundle).find(([, { name, type }]) => type === 'chunk' && name === 'home') ?? []
  return file === undefined ? '' : `/${file}`
}

/** The script before the first paint is named by its content, so that browsers keep it: asked for anew, it would hold up the page. */
const firstByContent = (): Plugin => {
  const source = readFileSync(join(import.meta.dirname, 'src', 'first.js'))
  const fileName = `assets/first-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  let isBuild = false
  return {
    name: 'first-by-content',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        {
          tag: 'script',
          attrs: { src: isBuild ? `/${fileName}` : '/src/first.js', 'data-home': homeOf(bundle) },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

/** The page and its parts; in development `/api` goes to the server on API_PORT (4000 unless set). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), needsOfCalls, firstByContent()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: shared } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '4000'}` },
  },
})
