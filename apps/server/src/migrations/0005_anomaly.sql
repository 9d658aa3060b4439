ALTER TABLE "image" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "version" ADD COLUMN "scores" jsonb;--> statement-breakpoint
ALTER TABLE "online_record" ADD COLUMN "score" double precision;