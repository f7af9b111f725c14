import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** One accent, a cool grey for each scheme, the two colours of gain and loss. All pairs in use meet AA contrast. */
const accent: MantineColorsTuple = [
  '#eef1fd',
  '#dbe1fa',
  '#b5c1f4',
  '#8fa2ee',
  '#7d93ea',
  '#4f69da',
  '#3350c4',
  '#2a43a8',
  '#22368a',
  '#1a2a6c',
]
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d7dbe2',
  '#c0c6d0',
  '#9aa1ae',
  '#6b7280',
  '#4b5361',
  '#333a46',
  '#1d222b',
]
const dark: MantineColorsTuple = [
  '#dcdfe5',
  '#b9bec8',
  '#989eaa',
  '#6d7380',
  '#3d424d',
  '#2e323b',
  '#23262d',
  '#17191e',
  '#121317',
  '#0d0e11',
]

export const FONT =
  'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Liberation Sans", Arial, sans-serif'

/** Dark enough at 6 for white text on a button. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8a80',
  '#e5534b',
  '#c02626',
  '#a82020',
  '#8f1b1b',
  '#771616',
]

const controls = { size: 'sm' as const }

export const theme = createTheme({
  colors: { accent, gray, dark, red },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: controls },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Input: { defaultProps: controls },
    TextInput: { defaultProps: controls },
    PasswordInput: { defaultProps: controls },
    Textarea: { defaultProps: controls },
    // A dialog opens on its first field, which then covers nothing: a click, an arrow or a letter opens the list.
    Select: { defaultProps: { ...controls, openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Checkbox: { defaultProps: controls },
    Switch: { defaultProps: controls },
    Radio: { defaultProps: controls },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, multiline: true, maw: 320, fz: 'xs' } },
    Text: { defaultProps: { size: 'md' } },
    Badge: { defaultProps: { tt: 'none', fw: 500, variant: 'light' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Menu: { defaultProps: { shadow: 'md' } },
  },
})

/** Colours that Mantine leaves too faint for AA, and the kit's own words for surfaces. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--em-sidebar-width': '264px',
    '--em-topbar-height': '52px',
    '--em-sidebar-foot': '51px',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1d222b',
    '--mantine-color-dimmed': '#5b6370',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-anchor': '#3350c4',
    '--mantine-color-error': '#c02626',
    '--mantine-color-default-border': '#d7dbe2',
    '--em-input-line': '#8b93a2',
    '--em-surface': '#ffffff',
    '--em-surface-2': '#f6f7f9',
    '--em-line': '#e6e9ee',
    '--em-line-strong': '#d0d5dd',
    '--em-hover': '#f1f3f6',
    '--em-active': '#e8ecfb',
    '--em-active-text': '#2a43a8',
    '--em-loss': '#b42318',
    '--em-gain': '#1b7a3d',
    '--em-warn': '#8a5a00',
    '--em-warn-bg': '#fff7e6',
    '--em-loss-bg': '#fef1f0',
    '--em-gain-bg': '#edf8f0',
  },
  dark: {
    '--mantine-color-body': '#17191e',
    '--mantine-color-text': '#dcdfe5',
    '--mantine-color-dimmed': '#a2a8b4',
    '--mantine-color-placeholder': '#8d93a0',
    '--mantine-color-anchor': '#9db0f5',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-default-border': '#3d424d',
    '--em-input-line': '#6c7481',
    '--em-surface': '#17191e',
    '--em-surface-2': '#1e2127',
    '--em-line': '#2b2f37',
    '--em-line-strong': '#3d424d',
    '--em-hover': '#23262d',
    '--em-active': '#262d48',
    '--em-active-text': '#c3cefa',
    '--em-loss': '#ff8f85',
    '--em-gain': '#6fd08f',
    '--em-warn': '#f0c05a',
    '--em-warn-bg': '#2e2715',
    '--em-loss-bg': '#33201f',
    '--em-gain-bg': '#182a1f',
  },
})
