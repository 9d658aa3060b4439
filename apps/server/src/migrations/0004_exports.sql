CREATE TABLE "snapshot_dataset" (
	"snapshot_id" bigint NOT NULL,
	"dataset_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "snapshot_dataset_snapshot_id_dataset_id_pk" PRIMARY KEY("snapshot_id","dataset_id")
);
--> statement-breakpoint
CREATE TABLE "export_link" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"task_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "n_pre_labeled" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "folder" ADD COLUMN "pre_labeling_tasks" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshot_dataset" ADD CONSTRAINT "snapshot_dataset_snapshot_id_snapshot_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."snapshot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_dataset" ADD CONSTRAINT "snapshot_dataset_dataset_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_link" ADD CONSTRAINT "export_link_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_link" ADD CONSTRAINT "export_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshot_dataset_dataset" ON "snapshot_dataset" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "export_link_task" ON "export_link" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "version_snapshot" ON "version" USING btree ("snapshot_id");--> statement-breakpoint
INSERT INTO "snapshot_dataset" ("snapshot_id", "dataset_id")
SELECT DISTINCT si."snapshot_id", i."dataset_id" FROM "snapshot_image" si JOIN "image" i ON i."id" = si."image_id";
