// Before the first paint: the colour scheme chosen here earlier, so that a dark page does not flash white.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
