ALTER TABLE "image" ADD COLUMN "window_low" integer;--> statement-breakpoint
ALTER TABLE "image" ADD COLUMN "window_high" integer;