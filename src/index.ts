export * from './widget.js';
export * from './core/index.js';
