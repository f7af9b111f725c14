import Bowser from 'bowser'

/** Characters of a User-Agent header that are kept. */
export const USER_AGENT_MOST = 300

/** A browser in words, from its User-Agent header: "Firefox on Windows", "Another program" for anything else. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown program'
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return 'Another program'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
