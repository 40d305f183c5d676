import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core';
import * as palette from './palette.ts';

/** Page < overlay < dialog < menus and pickers inside dialogs < toasts < progress bar. */
export const LAYERS = { overlay: 2000, dialog: 2400, menu: 2500, toast: 2600, progress: 2700 } as const;
export const DISABLED_OPACITY = 0.667;

const RADIUS = rem(4);
const SANS = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";

const floating = { zIndex: LAYERS.menu, transitionProps: { duration: 100 } };

export const theme = createTheme({
  colors: { ...palette },
  primaryColor: 'cyan',
  primaryShade: 7,
  white: '#ffffff',
  black: palette.black[8],
  fontFamily: SANS,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: SANS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '1.2' },
      h2: { fontSize: rem(20), lineHeight: '1.25' },
      h3: { fontSize: rem(17), lineHeight: '1.3' },
      h4: { fontSize: rem(15), lineHeight: '1.35' },
    },
  },
  fontSizes: { xs: rem(13), sm: rem(15), md: rem(16), lg: rem(18), xl: rem(22) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: RADIUS, sm: RADIUS, md: RADIUS, lg: RADIUS, xl: RADIUS },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: `Modal.extend()` would pull every component named here into the first script.
  components: {
    // The overlay shares a drawer's layer, so that a dialog opened from a drawer dims the drawer as well.
    Modal: {
      defaultProps: {
        zIndex: LAYERS.dialog,
        overlayProps: { zIndex: LAYERS.overlay, backgroundOpacity: 0.5 },
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    Drawer: {
      defaultProps: {
        zIndex: LAYERS.overlay,
        overlayProps: { zIndex: LAYERS.overlay, backgroundOpacity: 0.35 },
        transitionProps: { duration: 150 },
      },
    },
    Popover: { defaultProps: floating },
    Combobox: { defaultProps: floating },
    Menu: { defaultProps: floating },
    HoverCard: { defaultProps: floating },
    Tooltip: {
      defaultProps: {
        ...floating,
        withArrow: true,
        multiline: true,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--disabled-opacity': String(DISABLED_OPACITY), '--toastify-z-index': String(LAYERS.toast) },
  light: {
    '--mantine-color-body': palette.gray[0],
    '--mantine-color-error': palette.red[7],
    '--mantine-color-success': palette.green[7],
    '--mantine-color-dimmed': palette.gray[7],
    '--mantine-color-placeholder': '#6c6a66',
    '--mantine-color-default-border': palette.gray[4],
    '--mantine-color-default-hover': palette.gray[1],
    '--surface': '#ffffff',
    '--surface-sunken': palette.gray[1],
    '--line': palette.gray[3],
    '--input-line': '#8a8783',
  },
  dark: {
    '--mantine-color-error': palette.red[4],
    '--mantine-color-success': palette.green[4],
    '--mantine-color-placeholder': '#a3a09c',
    '--surface': palette.dark[6],
    '--surface-sunken': palette.dark[8],
    '--line': palette.dark[5],
    '--input-line': '#7d7b77',
  },
});
