/** antd's theme from our tokens. */
import { theme as antd, type ThemeConfig } from 'antd';
import type { ThemeName } from '../core/preferences.ts';
import { fontFamily, palettes } from './tokens.ts';

/** A step darker on light, a step lighter on dark. */
const shadesOf = (name: ThemeName) =>
  name === 'dark' ? { hover: '#5ee0cf', active: '#22b8a5' } : { hover: '#0b5f59', active: '#094e49' };

const componentsOf = (name: ThemeName): NonNullable<ThemeConfig['components']> => {
  const p = palettes[name];
  const { hover, active } = shadesOf(name);
  // The dark algorithm dims a seed colour; in component tokens it stays what it is.
  const exact = { colorPrimary: p.primary, colorPrimaryHover: hover, colorPrimaryActive: active };
  return {
    Button: {
      ...exact,
      colorLink: p.primary,
      colorLinkHover: hover,
      primaryColor: p.onPrimary,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    // an empty box is nothing but its edge
    Checkbox: { ...exact, colorBorder: p.off },
    Radio: { ...exact, colorBorder: p.off },
    Switch: exact,
    Slider: { ...exact, trackBg: p.curve1, trackHoverBg: p.curve1, handleColor: p.primary },
    Pagination: exact,
    Table: {
      headerBg: p.panel,
      headerColor: p.second,
      headerSplitColor: 'transparent',
      rowHoverBg: name === 'dark' ? '#18212b' : '#f8fafb',
      rowSelectedBg: p.primaryTint,
      rowSelectedHoverBg: p.primaryTint,
      cellPaddingBlockSM: 6,
      cellPaddingInlineSM: 12,
      headerBorderRadius: 10,
    },
    Menu: { itemSelectedBg: p.primaryTint, itemSelectedColor: p.primary, itemBorderRadius: 8 },
    Segmented: { trackBg: p.quiet, itemSelectedBg: p.raised, itemColor: p.second },
    Modal: { titleFontSize: 15 },
    Tooltip: { colorBgSpotlight: name === 'dark' ? '#2f3c49' : '#15202b', colorTextLightSolid: '#ffffff' },
    Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 16 },
    Progress: { defaultColor: p.curve1, remainingColor: p.quiet },
  };
};

/** antd derives muddy tints from a teal primary, so the tints are set by hand. */
export const antdTheme = (name: ThemeName): ThemeConfig => {
  const p = palettes[name];
  const { hover, active } = shadesOf(name);
  return {
    algorithm: name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      fontFamily,
      fontSize: 14,
      fontWeightStrong: 700,
      borderRadius: 8,
      borderRadiusLG: 10,
      borderRadiusSM: 6,
      controlHeight: 32,
      controlHeightSM: 24,
      controlHeightLG: 40,
      colorPrimary: p.primary,
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      // rings of what has the focus: as clear as those that base.css draws
      colorPrimaryBorder: p.primary,
      lineWidthFocus: 2,
      controlOutline: p.primary,
      controlOutlineWidth: 1,
      colorPrimaryBg: p.primaryTint,
      colorPrimaryBgHover: p.primaryTint,
      colorInfo: p.primary,
      colorInfoBg: p.primaryTint,
      colorSuccess: p.ok,
      colorSuccessBg: p.okTint,
      colorWarning: p.warn,
      colorWarningBg: p.warnTint,
      colorError: p.bad,
      colorErrorBg: p.badTint,
      colorLink: p.primary,
      colorLinkHover: p.primary,
      colorText: p.text,
      colorTextSecondary: p.second,
      colorTextTertiary: p.hint,
      colorTextDescription: p.second,
      colorTextPlaceholder: p.hint,
      colorTextDisabled: p.off,
      colorBgLayout: p.page,
      colorBgContainer: p.panel,
      colorBgElevated: p.raised,
      // a menu over a dialog of its own colour: on dark no shadow tells them apart
      ...(name === 'dark' && { boxShadowSecondary: `0 0 0 1px ${p.border}, 0 6px 16px #0008` }),
      colorBorder: p.border,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      controlItemBgActive: p.primaryTint,
      controlItemBgActiveHover: p.primaryTint,
      controlItemBgHover: p.quiet,
      // the style sheet ends them at once, so that antd would wait for an end that never comes
      motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.2s',
    },
    components: componentsOf(name),
  };
};
