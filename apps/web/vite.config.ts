import type { Needs } from '@em/contract/kit/may'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Of the calls that decide who is offered a screen or an action, the page gets what they need and nothing else: their
 * schemas would bring the whole contract into what every page waits for.
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

/** The page and its parts; in development `/api` goes to the server on API_PORT (4000 unless set). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), needsOfCalls],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '4000'}` },
  },
})
