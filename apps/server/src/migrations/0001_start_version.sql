ALTER TABLE "version" ADD COLUMN "start_version_id" bigint;--> statement-breakpoint
ALTER TABLE "version_stage" ADD COLUMN "best_sha256" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "start_version_id" bigint;--> statement-breakpoint
ALTER TABLE "version" ADD CONSTRAINT "version_start_version_id_version_id_fk" FOREIGN KEY ("start_version_id") REFERENCES "public"."version"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_stage" ADD CONSTRAINT "version_stage_best_sha256_blob_sha256_fk" FOREIGN KEY ("best_sha256") REFERENCES "public"."blob"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_start_version_id_version_id_fk" FOREIGN KEY ("start_version_id") REFERENCES "public"."version"("id") ON DELETE set null ON UPDATE no action;