/**
 * Makes Drizzle load seven times faster (1.0 s to 0.14 s) and with a quarter of the memory (224 to 60 MB): Node parses a
 * package's `exports` again for each of its modules, and Drizzle's are 180 kB. Its own modules name each other by plain
 * relative paths to ES modules, so the question need not be asked. Loaded by `--import`, before anything else.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const inside = specifier.startsWith('.') && specifier.endsWith('.js');
    if (inside && context.parentURL?.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
});
