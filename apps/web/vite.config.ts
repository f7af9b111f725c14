import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Of the calls that decide who is offered a screen, the page gets what they need and nothing else: their schemas would
 * bring the whole contract into what every page waits for.
 */
const screenNeeds: Plugin = {
  name: 'screen-needs',
  async load(id) {
    if (!id.endsWith('/places/screen-calls.ts')) return null
    const { screenCalls } = (await import(id)) as typeof import('./src/places/screen-calls.ts')
    const needs = Object.entries(screenCalls).map(([tab, calls]) => [
      tab,
      calls.map(({ needs, scope }) => ({ needs, scope })),
    ])
    return `export const screenCalls = ${JSON.stringify(Object.fromEntries(needs))}`
  },
}

/** The page and its parts; in development `/api` goes to the server on API_PORT (4000 unless set). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screenNeeds],
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
