import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core';
import * as palette from './palette.ts';

/** Page < overlay < dialog < menus and pickers inside dialogs < toasts < progress bar. */
export const LAYERS = { overlay: 2000, dialog: 2400, menu: 2500, toast: 2600, progress: 2700 } as const;
export const DISABLED_OPACITY = 0.667;

const RADIUS = rem(4);
const SANS = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";

const floating = { zIndex: LAYERS.menu, transitionProps: { duration: 100 } };

const dialog = { zIndex: LAYERS.dialog, transitionProps: { duration: 120, transition: 'fade' } } as const;
const overlay = { defaultProps: { zIndex: LAYERS.overlay, backgroundOpacity: 0.45 } };
/** The heading bar of a dialog is a `header` element, but not the page's banner. */
const header = { defaultProps: { role: 'none' } };

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
    Modal: { defaultProps: dialog },
    ModalRoot: { defaultProps: dialog },
    ModalOverlay: overlay,
    ModalHeader: header,
    ModalTitle: { defaultProps: { fw: 650 } },
    // A drawer shares the overlay's layer, so that a dialog opened from it dims the drawer as well.
    Drawer: { defaultProps: { zIndex: LAYERS.overlay, transitionProps: { duration: 150 } } },
    DrawerOverlay: overlay,
    DrawerHeader: header,
    DrawerTitle: { defaultProps: { fw: 650 } },
    Popover: { defaultProps: floating },
    Combobox: { defaultProps: floating },
    // The placeholder is no child a menu may have; focus starts at the first item instead.
    Menu: { defaultProps: { ...floating, withInitialFocusPlaceholder: false } },
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

/**
 * Tinted backgrounds of the dark scheme; the library's own are too near to black to carry a meaning. Shade 9, mixed in
 * OKLab with 28 % of the page's `dark` 7: written out, so that `contrast.test.ts` judges what the browser paints.
 */
const TINTS = { cyan: '#153c44', magenta: '#5a1c3a', orange: '#4c2e14', red: '#5b201d', green: '#203e27' };
const { cyan, magenta, orange, red, green } = palette;

const darkTints = Object.fromEntries(
  Object.entries({ cyan, magenta, orange, red, green }).flatMap(([hue, scale]) => [
    [`--mantine-color-${hue}-light`, TINTS[hue as keyof typeof TINTS]],
    [`--mantine-color-${hue}-light-hover`, scale[9]],
    [`--mantine-color-${hue}-light-color`, scale[1]],
  ]),
);

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
    '--mantine-color-disabled-color': palette.gray[8],
    '--selected': palette.cyan[0],
    '--surface': '#ffffff',
    '--surface-sunken': palette.gray[1],
    '--line': palette.gray[3],
    '--input-line': '#8a8783',
  },
  dark: {
    ...darkTints,
    '--mantine-color-gray-light': palette.dark[5],
    '--mantine-color-gray-light-hover': palette.dark[4],
    '--mantine-color-gray-light-color': palette.dark[0],
    '--mantine-color-error': palette.red[4],
    '--mantine-color-success': palette.green[4],
    '--mantine-color-placeholder': '#a3a09c',
    '--mantine-color-disabled-color': palette.dark[1],
    '--selected': '#263537',
    '--surface': palette.dark[6],
    '--surface-sunken': palette.dark[8],
    '--line': palette.dark[5],
    '--input-line': palette.dark[3],
  },
});
