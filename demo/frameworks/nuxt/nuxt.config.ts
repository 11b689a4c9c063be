const isCustomElement = (tag: string): boolean => tag.startsWith('ubik-');

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  devtools: {enabled: false},
  telemetry: false,
  vue: {compilerOptions: {isCustomElement}},
});
