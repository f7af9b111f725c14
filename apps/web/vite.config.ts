import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page and its parts; in development `/api` goes to the server on API_PORT (4000 unless set). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
