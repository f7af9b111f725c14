// Before the first paint: the colour scheme chosen here earlier, so that a dark page does not flash white.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
// With a stored sign-in the page asks at once what it needs before its first screen: the screen's script, whose the sign-in is, the
// server's day, and the figures of the dashboard. The program takes the answers once it is loaded (lib/first-answers.ts); where one is
// missing it asks itself.
try {
  const stored = JSON.parse(
    sessionStorage.getItem('em.session') || localStorage.getItem('em.session') || 'null',
  )
  if (stored && typeof stored.token === 'string') {
    const href = document.currentScript?.dataset.home
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    const isDashboard = /^(#?|#\/dashboard\/dashboard)$/.test(location.hash)
    const asks = isDashboard ? localStorage.getItem(`em.user-${stored.user?.id}.first-asks`) : null
    const headers = { authorization: `Bearer ${stored.token}`, accept: 'application/json' }
    const replies = new Map()
    for (const path of ['/api/auth/me', '/api/health', ...JSON.parse(asks || '[]').slice(0, 4)]) {
      if (path.startsWith('/api/'))
        replies.set(
          path,
          fetch(path, { headers }).then(
            (response) => ({ response, at: performance.now() }),
            () => null,
          ),
        )
    }
    window.emFirst = { token: stored.token, replies }
  }
} catch {
  // Storage is forbidden: nothing is stored.
}
