// Before the first paint: the colour scheme chosen here earlier, so that a dark page does not flash white.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
// And asks at once what the page needs before its first screen: whose the kept sign-in is, and the server's day. The program reads the answers once
// it is loaded (lib/first-answers.ts); where one is missing it asks itself.
try {
  const kept = JSON.parse(
    sessionStorage.getItem('em.session') || localStorage.getItem('em.session') || 'null',
  )
  if (kept && typeof kept.token === 'string') {
    const ask = (path, headers) => fetch(path, { headers }).catch(() => null)
    window.emFirst = {
      token: kept.token,
      me: ask('/api/auth/me', { authorization: `Bearer ${kept.token}` }),
      health: ask('/api/health'),
    }
  }
} catch {
  // Storage is forbidden: nothing is kept.
}
